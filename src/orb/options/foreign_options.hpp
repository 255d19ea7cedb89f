#pragma once
// Options of other ORBs that have no meaning in dimma. They are accepted with a warning, so that programs that are
// started with them still start.

#include <string>
#include <string_view>

namespace dimma::orb {

struct ForeignOption {
  std::string_view name;
  bool takes_value = true;
  std::string_view instead;  // the corresponding option of dimma; empty if none exists
};

// Finds an option by name, ignoring case as TAO does. Returns nullptr if the list does not contain the option.
const ForeignOption* find_foreign_option(std::string_view name) noexcept;

// Returns the warning for a user who has given the option.
std::string warning_of(const ForeignOption& option, std::string_view as_given);

}  // namespace dimma::orb
