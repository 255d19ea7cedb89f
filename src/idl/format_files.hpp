// Implements `dimma-idl --format`.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Formats the files; without files, standard input to standard output. With `check_only` writes nothing, and prints the
// names of files that formatting would change. Returns the status of the process: 1 after an error, which is reported
// on standard error, and if a check finds a file. A file that does not change is not written.
int format_files(const std::vector<std::string>& paths, bool check_only);

}  // namespace dimma::idl
