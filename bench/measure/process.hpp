#pragma once
// Child processes that read and write lines over pipes.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace measure {

// A running child process. The destructor kills it and waits for it, if it has not been stopped before. Not thread
// safe. Errors are reported as std::runtime_error with the child's name.
class Child {
 public:
  Child() = default;
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  // Starts a program, whose path is arguments[0], on `processor` if it is given.
  static Child start(const std::vector<std::string>& arguments, std::optional<int> processor = {});
  // Runs `body` in a copy of this process; its result is the exit status. This process must have one thread only.
  static Child fork(const std::string& name, const std::function<int()>& body, std::optional<int> processor = {});

  // Returns the child's next line of output, without the end of line.
  std::string read_line(std::chrono::milliseconds within);
  // Reads lines until one is `expected`.
  void wait_for_line(const std::string& expected, std::chrono::milliseconds within);
  void write_line(const std::string& line);

  // Sends SIGTERM, and waits for the child, which must end with status 0.
  void stop(std::chrono::milliseconds within = std::chrono::seconds(20));
  // Likewise, by closing the child's standard input.
  void end_input(std::chrono::milliseconds within = std::chrono::seconds(20));

  // How the child ended, for example "time_server was ended by signal 9"; empty while it runs.
  std::string fate() const;

  // Suspend the child by SIGSTOP, and resume it.
  void pause() noexcept;
  void resume() noexcept;

  const std::string& name() const noexcept { return name_; }
  pid_t id() const noexcept { return id_; }

 private:
  [[noreturn]] void fail(const std::string& what);
  void kill() noexcept;
  bool wait_until_gone(std::chrono::milliseconds within, int& status) const;
  // `when` describes the request to end, for the error's text.
  void wait_for_end(std::chrono::milliseconds within, const std::string& when);

  std::string name_;
  pid_t id_ = -1;
  int output_ = -1;  // from its standard output
  int input_ = -1;   // to its standard input
  std::string unread_;
};

// The folder of the running program, which also has the other programs of dimma-bench.
std::string program_folder();

// A new folder within the temporary folder, which the destructor removes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace measure
