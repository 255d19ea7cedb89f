#pragma once
// Options of other ORBs that mean nothing here: programs that were started with them still start.

#include <string>
#include <string_view>

namespace dimma::orb {

struct ForeignOption {
  std::string_view name;
  bool takes_value = true;
  std::string_view instead;  // the option that does the same here; empty if none does
};

// Finds an option by its name, ignoring case as TAO does. Returns nullptr if no other ORB is known to have it.
const ForeignOption* find_foreign_option(std::string_view name) noexcept;

// Returns the warning for the user who has given the option.
std::string warning_of(const ForeignOption& option, std::string_view as_given);

}  // namespace dimma::orb
