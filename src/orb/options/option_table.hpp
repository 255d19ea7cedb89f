#pragma once
// The table of an ORB's options. It is used to parse the options, and to generate the help, the manual page and the
// tests of docs/reference/options.md.

#include "orb/options/options.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dimma::orb {

using Setter = void (*)(Options& options, std::string_view option, std::string_view value);

// If an option is repeated, its value replaces the earlier value, is added to it, or replaces the value with the same
// NAME=.
enum class Repeats : std::uint8_t { no, adds, by_name };

struct Option {
  std::string_view name;      // such as "--dimma-idle" or "-ORBInitRef"
  std::string_view argument;  // form of the value, such as "TIME" or "on|off"; empty if there is no value
  std::string_view fallback;  // the default as text; empty if there is none
  std::string_view help;      // one line
  Setter set;
  Repeats repeats = Repeats::no;
  std::string_view same_as = {};  // the option for which this is an alias

  bool is_own() const noexcept { return name.starts_with("--dimma-"); }
  bool has_value() const noexcept { return !argument.empty(); }
  // Returns the option that is set. Several names may set the same option.
  std::string_view subject() const noexcept { return same_as.empty() ? name : same_as; }
};

struct OptionSection {
  std::string_view title;
  std::span<const Option> options;
};

std::span<const OptionSection> option_sections() noexcept;

const Option* find_option(std::string_view name) noexcept;
// Finds a standard option whose value may follow its name without a space (CORBA 3.3 part 1, 8.5.3.1).
const Option* find_option_before_value(std::string_view argument) noexcept;
// Returns the option that `name` is probably a misspelling of, or an empty string if no name is close enough.
std::string nearest_option(std::string_view name);

// Returns the environment variable of the option, such as DIMMA_IDLE, or an empty string if it has none.
std::string variable_of(const Option& option);

// Returns the text printed by --dimma-help.
std::string options_help();

}  // namespace dimma::orb
