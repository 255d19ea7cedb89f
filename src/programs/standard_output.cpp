#include "programs/standard_output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <system_error>

namespace dimma::programs {

void occupy_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
    // open() returns the lowest free descriptor, which is this one. /dev/null is opened such that reads from standard
    // input return end of file, writes to standard output fail, and writes to standard error are discarded.
    static_cast<void>(::open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY));
  }
}

int finish_output(std::string_view program, int status) {
  errno = 0;
  std::cout.flush();
  const bool is_lost = std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout;
  return is_lost ? report_lost_output(program, errno, status) : status;
}

int report_lost_output(std::string_view program, int error, int status) {
  if (error != EPIPE) {
    std::cerr << program << ": cannot write to standard output";
    if (error != 0) std::cerr << ": " << std::generic_category().message(error);
    std::cerr << std::endl;
  }
  std::cout.clear();  // so that the failure is reported only once
  std::clearerr(stdout);
  return status == 0 ? 1 : status;
}

}  // namespace dimma::programs
