// The place of the IDL that is installed with the programs.
#pragma once

#include <string>

namespace dimma::idl {

// share/dimma/idl beside the folder that the running program is in; empty if there is no such folder, as before the
// program is installed.
std::string installed_idl_directory();

}  // namespace dimma::idl
