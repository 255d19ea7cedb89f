#pragma once
/// Integration of dimma with Boost.Asio. Needs the headers of Boost 1.81 or later; the library itself does not depend
/// on them.

#include <dimma/asio/detail/boost_version.hpp>

#if BOOST_VERSION >= 108100

#include <dimma/asio/binding.hpp>
#include <dimma/asio/completion.hpp>
#include <dimma/asio/executor.hpp>
#include <dimma/asio/references.hpp>
#include <dimma/asio/run_on.hpp>
#include <dimma/asio/servant.hpp>
#include <dimma/asio/shutdown.hpp>

#endif
