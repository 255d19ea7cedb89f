#pragma once
// Reads an ORB's options from the command line, the environment and the config file.

#include "orb/options/options.hpp"

#include <functional>
#include <string>
#include <vector>

namespace dimma::orb {

using Environment = std::function<const char*(const char* name)>;  // like std::getenv

// Removes the ORB's options from `arguments`. They override those of the environment, which override those of the
// config file. Throws CORBA::BAD_PARAM, whose detail names the option, or the file, line and column.
Options read_options(std::vector<std::string>& arguments, const Environment& environment);

}  // namespace dimma::orb
