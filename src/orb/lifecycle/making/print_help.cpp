#include "orb/lifecycle/making/print_help.hpp"

#include "orb/options/option_table.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace dimma::orb {

void print_help_and_exit() {
  const std::string text = options_help();
  errno = 0;
  const bool is_printed = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (is_printed) std::exit(EXIT_SUCCESS);
  const int error = errno;
  std::clearerr(stdout);
  if (error != EPIPE) {
    const std::string why = std::generic_category().message(error);
    std::fprintf(stderr, "--dimma-help: cannot write to standard output: %s\n", why.c_str());
  }
  std::exit(EXIT_FAILURE);
}

}  // namespace dimma::orb
