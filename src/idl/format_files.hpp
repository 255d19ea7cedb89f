// Implements `dimma-idl --format`.
#pragma once

#include <string>
#include <vector>

namespace dimma::idl {

// Formats the files in place, or standard input to standard output if `paths` is empty. With `check_only`, writes
// nothing and prints the names of the files that formatting would change. Returns the exit status: 1 after an error,
// which is reported on standard error, or if a check finds a file. Unchanged files are not rewritten.
int format_files(const std::vector<std::string>& paths, bool check_only);

}  // namespace dimma::idl
