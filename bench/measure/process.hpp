#pragma once
// Child processes that are spoken to by lines over pipes.

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace measure {

// A running child. Dies with its owner: killed and waited for when it has not been stopped before. Not thread safe.
// Everything that goes wrong is a std::runtime_error that names the child.
class Child {
 public:
  Child() = default;
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  // Starts a program, arguments[0] being its path, on one processor if asked to.
  static Child start(const std::vector<std::string>& arguments, std::optional<int> processor = {});
  // Runs `body` in a copy of this process; its result is the exit status. To be called while there is one thread only.
  static Child fork(const std::string& name, const std::function<int()>& body, std::optional<int> processor = {});

  // Its next line of output, without the end of line.
  std::string read_line(std::chrono::milliseconds within);
  // Reads lines until one is `expected`.
  void wait_for_line(const std::string& expected, std::chrono::milliseconds within);
  void write_line(const std::string& line);

  // SIGTERM, and waits; the child must end with status 0.
  void stop(std::chrono::milliseconds within = std::chrono::seconds(20));
  // The same by the end of what it reads.
  void end_input(std::chrono::milliseconds within = std::chrono::seconds(20));

  // How it ended, as "time_server was ended by signal 9"; empty while it runs.
  std::string fate() const;

  // Stops it where it is, and lets it go on.
  void pause() noexcept;
  void resume() noexcept;

  const std::string& name() const noexcept { return name_; }
  pid_t id() const noexcept { return id_; }

 private:
  [[noreturn]] void fail(const std::string& what);
  void kill() noexcept;
  bool wait_until_gone(std::chrono::milliseconds within, int& status) const;
  // `when`: what it has been asked to end by.
  void wait_for_end(std::chrono::milliseconds within, const std::string& when);

  std::string name_;
  pid_t id_ = -1;
  int output_ = -1;  // from its standard output
  int input_ = -1;   // to its standard input
  std::string unread_;
};

// The folder of the running program, where its fellows are.
std::string program_folder();

// A folder of its own under the temporary folder, removed at the end.
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
