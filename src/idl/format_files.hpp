// `dimma-idl --format`.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Lays the files out anew; without files, standard input to standard output. With `check_only` writes nothing, and
// prints the names of those that are laid out otherwise. Returns the status of the process: 1 after an error, which is
// said on standard error, and where a check finds something. A file that does not change is not written.
int format_files(const std::vector<std::string>& paths, bool check_only);

}  // namespace dimma::idl
