#pragma once
// --dimma-help.

namespace dimma::orb {

// Prints the options of an ORB on standard output and ends the process by std::exit(): with 0, or with 1 if they could
// not be printed, which is reported on standard error unless the reader has gone away.
[[noreturn]] void print_help_and_exit();

}  // namespace dimma::orb
