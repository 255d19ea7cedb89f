#pragma once
// Reads the options of an ORB from its arguments, the environment and the config file.

#include "orb/options/options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dimma::orb {

using Environment = std::function<const char*(const char* name)>;  // as std::getenv

// Takes the options that it knows out of `arguments`. These go over the environment, and the environment over the
// config file. Throws CORBA::BAD_PARAM naming the option, or the file, line and column.
Options read_options(std::vector<std::string>& arguments, const Environment& environment);

}  // namespace dimma::orb
