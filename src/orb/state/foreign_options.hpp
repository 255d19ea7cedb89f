#pragma once
// Options of other ORBs that mean nothing here: programs that were started with them still start.

#include <string>
#include <string_view>

namespace dimma::orb {

struct ForeignOption {
  std::string_view name;
  bool takes_value = true;
  std::string_view instead;  // what does the same here; empty where nothing does
};

// By its name in any case, as TAO has it; nullptr where no other ORB is known to have it.
const ForeignOption* find_foreign_option(std::string_view name) noexcept;

// What to tell who gave it.
std::string warning_of(const ForeignOption& option, std::string_view as_given);

}  // namespace dimma::orb
