#pragma once
// Reports a Boost that is too old by one clear error, instead of many errors in all headers.

#include <dimma/generated/cxx20.hpp>

#include <boost/version.hpp>

#if BOOST_VERSION < 108100
#error "<dimma/asio.hpp> needs Boost 1.81 or later"
#endif
