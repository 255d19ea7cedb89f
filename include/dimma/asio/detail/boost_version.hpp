#pragma once
// Gives one error if Boost is too old, in place of errors in all headers.

#include <dimma/generated/cxx20.hpp>

#include <boost/version.hpp>

#if BOOST_VERSION < 108100
#error "<dimma/asio.hpp> needs Boost 1.81 or later"
#endif
