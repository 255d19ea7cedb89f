#pragma once
// Implements --dimma-help.

namespace dimma::orb {

// Prints the ORB's options on standard output and calls std::exit(). The exit status is 1 if writing failed, else 0. A
// failure is reported on standard error, except if the reader has closed its end of the pipe.
[[noreturn]] void print_help_and_exit();

}  // namespace dimma::orb
