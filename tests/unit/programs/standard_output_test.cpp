#include "programs/standard_output.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

namespace {

using dimma::programs::finish_output;

// Runs in a process of its own, whose standard output is not the test's.
template <class Body>
int status_of(Body body) {
  std::cout.flush();
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void redirect(int descriptor, const char* path) {
  const int file = ::open(path, O_RDWR);
  ::dup2(file, descriptor);
  ::close(file);
}

TEST(StandardOutput, ThatIsFullGivesAStatus) {
  EXPECT_EQ(status_of([] {
              redirect(STDOUT_FILENO, "/dev/full");
              std::cout << "text";
              return finish_output("test", 0);
            }),
            1);
  EXPECT_EQ(status_of([] {
              redirect(STDOUT_FILENO, "/dev/full");
              std::fputs("text", stdout);
              return finish_output("test", 0);
            }),
            1);
  EXPECT_EQ(status_of([] {
              redirect(STDOUT_FILENO, "/dev/full");
              std::cout << "text" << std::flush;  // lost before the end
              return finish_output("test", 3);
            }),
            3);
}

TEST(StandardOutput, ThatTookAllLeavesTheStatusUnchanged) {
  for (const int status : {0, 3}) {
    EXPECT_EQ(status_of([status] {
                redirect(STDOUT_FILENO, "/dev/null");
                std::cout << "text";
                return finish_output("test", status);
              }),
              status);
    EXPECT_EQ(status_of([status] {
                redirect(STDOUT_FILENO, "/dev/full");  // nothing is printed
                return finish_output("test", status);
              }),
              status);
  }
}

TEST(StandardOutput, SaysWhyItWasLostUnlessTheReaderHasGone) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(dimma::programs::report_lost_output("test", ENOSPC, 0), 1);
  EXPECT_EQ(dimma::programs::report_lost_output("test", EPIPE, 0), 1);
  EXPECT_EQ(dimma::programs::report_lost_output("test", 0, 2), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "test: cannot write to standard output: No space left on device\ntest: cannot write to standard output\n");
}

TEST(StandardDescriptors, ThatAreClosedDoNotBecomeFiles) {
  EXPECT_EQ(status_of([] {
              for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(each);
              dimma::programs::occupy_standard_descriptors();
              const int file = ::open("/dev/null", O_WRONLY);
              char octet = 0;
              const bool reads_the_end = ::read(STDIN_FILENO, &octet, 1) == 0;
              const bool refuses = ::write(STDOUT_FILENO, "x", 1) == -1 && errno == EBADF;
              const bool takes = ::write(STDERR_FILENO, "x", 1) == 1;
              return file > STDERR_FILENO && reads_the_end && refuses && takes ? 0 : 9;
            }),
            0);
}

TEST(StandardDescriptors, ThatAreOpenStayWhatTheyAre) {
  EXPECT_EQ(status_of([] {
              redirect(STDOUT_FILENO, "/dev/full");
              dimma::programs::occupy_standard_descriptors();
              return ::write(STDOUT_FILENO, "x", 1) == -1 && errno == ENOSPC ? 0 : 9;
            }),
            0);
}

}  // namespace
