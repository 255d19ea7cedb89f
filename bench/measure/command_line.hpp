#pragma once
// Command lines: named flags, checked, with help. Wraps Boost.Program_options so that only one file compiles it.

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace measure {

// An invalid command line; the text names the flag.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Declares flags, each with the variable that it sets. A variable keeps its value if its flag is not given.
// Names are without "--". Not thread safe.
class CommandLine {
 public:
  // `synopsis` is the first line of the help, after "usage: ".
  CommandLine(std::string synopsis, std::string purpose);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  CommandLine& text(const std::string& name, std::string& target, const std::string& help);
  CommandLine& required(const std::string& name, std::string& target, const std::string& help);
  // A whole number from 1 to `most`.
  CommandLine& count(const std::string& name, std::size_t& target, const std::string& help,
                     std::size_t most = 1'000'000'000);
  CommandLine& toggle(const std::string& name, bool& target, const std::string& help);
  // Accepts words that are not flags, in their order. Without this call they are errors.
  CommandLine& arguments(std::vector<std::string>& target);

  // Returns false if --help was given; the help has then been printed. Throws UsageError.
  bool parse(int argc, const char* const* argv);

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

// Runs a program's body and prints the exception that it throws. Returns status 2 for a UsageError, and 1 for another
// exception or if standard output could not be written.
int run_program(const std::string& name, const std::function<int()>& body);

}  // namespace measure
