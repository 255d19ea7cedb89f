#pragma once
// The options of an ORB, as one table. The ORB reads by it, and the help, the manual page and the tests of
// docs/reference/options.md come from it.

#include "orb/options/options.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dimma::orb {

using Setter = void (*)(Options& options, std::string_view option, std::string_view value);

// A repeated option replaces the earlier value, is added to it, or replaces the value of the same NAME=.
enum class Repeats : std::uint8_t { no, adds, by_name };

struct Option {
  std::string_view name;      // "--dimma-idle", "-ORBInitRef"
  std::string_view argument;  // the form of its value: "TIME", "on|off"; empty: it takes none
  std::string_view fallback;  // the default, in words; empty: none
  std::string_view help;      // a line
  Setter set;
  Repeats repeats = Repeats::no;
  std::string_view same_as = {};  // the option that it is another name for

  bool is_own() const noexcept { return name.starts_with("--dimma-"); }
  bool has_value() const noexcept { return !argument.empty(); }
  // The option that is set; several names may set the same one.
  std::string_view subject() const noexcept { return same_as.empty() ? name : same_as; }
};

struct OptionSection {
  std::string_view title;
  std::span<const Option> options;
};

std::span<const OptionSection> option_sections() noexcept;

const Option* find_option(std::string_view name) noexcept;
// The same for a standard option, whose value may follow without a space (CORBA 3.3 part 1, 8.5.3.1).
const Option* find_option_before_value(std::string_view argument) noexcept;
// Returns the option that `name` probably means; empty if no name is near.
std::string nearest_option(std::string_view name);

// The environment variable for the same option: DIMMA_IDLE. Empty if there is none.
std::string variable_of(const Option& option);

// The text that --dimma-help prints.
std::string options_help();

}  // namespace dimma::orb
