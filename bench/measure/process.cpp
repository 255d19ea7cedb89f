#include "measure/process.hpp"

#include "measure/pinning.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

namespace measure {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  return {ends[0], ends[1]};
}

struct Started {
  pid_t id;
  int output;
  int input;
};

// Forks. In the child, the pipes are standard input and output, and `body` runs; its result is the exit status.
Started start_child(const std::function<int()>& body, std::optional<int> processor) {
  const Pipe to_child = make_pipe();
  const Pipe from_child = make_pipe();
  const pid_t id = ::fork();
  if (id < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (id != 0) {
    ::close(to_child.read_end);
    ::close(from_child.write_end);
    return {id, from_child.read_end, to_child.write_end};
  }
  // A child does not outlive a parent that was killed.
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A copy of this process ends on SIGTERM with status 0, as stop() requires; another program sets its own handler.
  std::signal(SIGTERM, [](int) { ::_exit(0); });
  std::signal(SIGPIPE, SIG_DFL);
  ::dup2(to_child.read_end, STDIN_FILENO);
  ::dup2(from_child.write_end, STDOUT_FILENO);
  ::close(to_child.write_end);
  ::close(from_child.read_end);
  int status = 126;
  try {
    if (processor) pin_to(*processor);
    status = body();
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "%s\n", exception.what());
  }
  std::_Exit(status);
}

}  // namespace

Child::Child(Child&& other) noexcept { *this = std::move(other); }

Child& Child::operator=(Child&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(id_, other.id_);
  std::swap(output_, other.output_);
  std::swap(input_, other.input_);
  std::swap(unread_, other.unread_);
  return *this;
}

Child::~Child() { kill(); }

Child Child::start(const std::vector<std::string>& arguments, std::optional<int> processor) {
  if (::access(arguments.at(0).c_str(), X_OK) != 0)
    throw std::runtime_error(arguments[0] + " is missing: build it first");
  std::vector<char*> raw;
  for (const std::string& argument : arguments)
    raw.push_back(const_cast<char*>(argument.c_str()));  // execv's signature
  raw.push_back(nullptr);
  return fork(
      std::filesystem::path(arguments[0]).filename(),
      [&raw] {
        ::execv(raw[0], raw.data());
        return 127;
      },
      processor);
}

Child Child::fork(const std::string& name, const std::function<int()>& body, std::optional<int> processor) {
  const Started started = start_child(body, processor);
  Child child;
  child.name_ = name;
  child.id_ = started.id;
  child.output_ = started.output;
  child.input_ = started.input;
  return child;
}

void Child::pause() noexcept {
  if (id_ > 0) ::kill(id_, SIGSTOP);
}

void Child::resume() noexcept {
  if (id_ > 0) ::kill(id_, SIGCONT);
}

std::string Child::read_line(std::chrono::milliseconds within) {
  const Clock::time_point end = Clock::now() + within;
  while (true) {
    if (const auto at = unread_.find('\n'); at != std::string::npos) {
      std::string line = unread_.substr(0, at);
      unread_.erase(0, at + 1);
      return line;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) fail("said nothing within " + std::to_string(within.count()) + " ms");
    pollfd waiting{output_, POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(left)) <= 0) continue;
    std::array<char, 4096> octets{};
    const ssize_t got = ::read(output_, octets.data(), octets.size());
    if (got <= 0) fail("ended without saying what it was asked");
    unread_.append(octets.data(), static_cast<std::size_t>(got));
  }
}

void Child::wait_for_line(const std::string& expected, std::chrono::milliseconds within) {
  while (read_line(within) != expected) continue;
}

void Child::write_line(const std::string& line) {
  const std::string whole = line + '\n';
  if (::write(input_, whole.data(), whole.size()) != static_cast<ssize_t>(whole.size())) fail("does not listen");
}

bool Child::wait_until_gone(std::chrono::milliseconds within, int& status) const {
  const Clock::time_point end = Clock::now() + within;
  while (true) {
    const pid_t gone = ::waitpid(id_, &status, WNOHANG);
    if (gone == id_) return true;
    if (gone < 0 || Clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string Child::fate() const {
  siginfo_t how{};
  if (id_ < 0) return name_ + " is gone";
  if (::waitid(P_PID, static_cast<id_t>(id_), &how, WEXITED | WNOHANG | WNOWAIT) != 0 || how.si_pid == 0) return {};
  const bool by_itself = how.si_code == CLD_EXITED;
  return name_ + (by_itself ? " ended with status " : " was ended by signal ") + std::to_string(how.si_status);
}

void Child::stop(std::chrono::milliseconds within) {
  if (id_ < 0) return;
  ::kill(id_, SIGTERM);
  wait_for_end(within, "on SIGTERM");
}

void Child::end_input(std::chrono::milliseconds within) {
  if (id_ < 0) return;
  ::close(std::exchange(input_, -1));
  wait_for_end(within, "when its input has ended");
}

void Child::wait_for_end(std::chrono::milliseconds within, const std::string& when) {
  int status = 0;
  if (!wait_until_gone(within, status)) fail("does not end " + when);
  id_ = -1;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail("did not end with status 0");
}

void Child::kill() noexcept {
  if (id_ >= 0) {
    ::kill(id_, SIGKILL);
    int status = 0;
    ::waitpid(id_, &status, 0);
    id_ = -1;
  }
  for (int* const descriptor : {&output_, &input_}) {
    if (*descriptor >= 0) ::close(*descriptor);
    *descriptor = -1;
  }
}

void Child::fail(const std::string& what) {
  kill();
  throw std::runtime_error(name_ + " " + what);
}

std::string program_folder() { return std::filesystem::read_symlink("/proc/self/exe").parent_path(); }

TemporaryFolder::TemporaryFolder() {
  std::string pattern = std::filesystem::temp_directory_path() / "dimma-XXXXXX";
  if (::mkdtemp(pattern.data()) == nullptr) throw std::system_error(errno, std::generic_category(), pattern);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace measure
