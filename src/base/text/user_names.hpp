#pragma once
// Users and groups of this machine.

#include <cstdint>
#include <optional>
#include <string_view>

namespace dimma {

// Finds a user by number, or by the name that the system's databases have; empty: there is none of that name. May block
// as those do.
std::optional<std::uint32_t> user_named(std::string_view text);
std::optional<std::uint32_t> group_named(std::string_view text);

}  // namespace dimma
