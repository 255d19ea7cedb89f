#pragma once
// Parses the flags and arguments of a command. Wraps Boost.Program_options, so that only one file includes it.

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dimma::tools {

// Each flag and argument sets a variable. The variable is unchanged if the flag is not given, and must outlive parse().
// Names do not include "--"; "idl-path,I" has the short form -I. "--" ends the flags. A word that begins like a
// negative number is an argument.
class Flags {
 public:
  // `command` is for example "dimma naming list".
  Flags(std::string command, std::string purpose);
  ~Flags();
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;

  Flags& text(const std::string& name, std::string& target, const std::string& value, const std::string& help);
  // Adds a flag that can be repeated.
  Flags& texts(const std::string& name, std::vector<std::string>& target, const std::string& value,
               const std::string& help);
  Flags& toggle(const std::string& name, bool& target, const std::string& help);
  // Adds a flag with an integer from `least` to `most`.
  Flags& count(const std::string& name, std::size_t& target, const std::string& help, std::size_t least,
               std::size_t most);
  // Adds a flag with a number and a unit, such as 500ms, 10s, 5m or 2h.
  Flags& time(const std::string& name, std::chrono::milliseconds& target, const std::string& help,
              std::chrono::milliseconds least, std::chrono::milliseconds most);

  // Add positional arguments, in the order of the calls. Optional arguments must come last.
  Flags& argument(const std::string& name, std::string& target, const std::string& help);
  Flags& optional_argument(const std::string& name, std::string& target, const std::string& help);
  // Adds a list of all remaining arguments.
  Flags& more_arguments(const std::string& name, std::vector<std::string>& target, const std::string& help);
  // Returns true if the optional argument was given.
  bool was_given(const std::string& name) const;

  // Returns false if --help was given, after printing the help. Throws UsageError.
  bool parse(const std::vector<std::string>& words);

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

}  // namespace dimma::tools
