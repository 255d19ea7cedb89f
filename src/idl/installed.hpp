// Finds the IDL that is installed with the programs.
#pragma once

#include <string>

namespace dimma::idl {

// Returns share/dimma/idl beside the folder of the running program; empty if there is no such folder, for example
// before the program is installed.
std::string installed_idl_directory();

}  // namespace dimma::idl
