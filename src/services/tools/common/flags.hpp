#pragma once
// Flags and arguments of one command. Wraps Boost.Program_options, so that only one file compiles it.

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dimma::tools {

// Each flag and argument has the variable that it sets, which keeps its value when the flag is not given; it has to
// outlive parse(). Names are without "--"; "idl-path,I" has the short form -I. "--" ends the flags; a word that begins
// like a negative number is an argument.
class Flags {
 public:
  // `command` is "dimma naming list".
  Flags(std::string command, std::string purpose);
  ~Flags();
  Flags(const Flags&) = delete;
  Flags& operator=(const Flags&) = delete;

  Flags& text(const std::string& name, std::string& target, const std::string& value, const std::string& help);
  // May be given several times.
  Flags& texts(const std::string& name, std::vector<std::string>& target, const std::string& value,
               const std::string& help);
  Flags& toggle(const std::string& name, bool& target, const std::string& help);
  // A whole number from `least` to `most`.
  Flags& count(const std::string& name, std::size_t& target, const std::string& help, std::size_t least,
               std::size_t most);
  // A number with a unit, as 500ms, 10s, 5m or 2h.
  Flags& time(const std::string& name, std::chrono::milliseconds& target, const std::string& help,
              std::chrono::milliseconds least, std::chrono::milliseconds most);

  // In the order of the calls; those that may be missing come last.
  Flags& argument(const std::string& name, std::string& target, const std::string& help);
  Flags& optional_argument(const std::string& name, std::string& target, const std::string& help);
  // All arguments after the others.
  Flags& more_arguments(const std::string& name, std::vector<std::string>& target, const std::string& help);
  // True if an optional argument was given.
  bool was_given(const std::string& name) const;

  // False when --help was given and the help has been printed. Throws UsageError.
  bool parse(const std::vector<std::string>& words);

 private:
  struct Declared;
  std::unique_ptr<Declared> declared_;
};

}  // namespace dimma::tools
