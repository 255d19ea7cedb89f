#pragma once
// Finds users and groups of this machine.

#include <cstdint>
#include <optional>
#include <string_view>

namespace dimma {

// Find a user or a group by number, or by its name in the system's databases. Return nullopt if there is none of that
// name. May block as those databases do.
std::optional<std::uint32_t> user_named(std::string_view text);
std::optional<std::uint32_t> group_named(std::string_view text);

}  // namespace dimma
