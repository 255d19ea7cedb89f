#pragma once
// Looks up users and groups of this machine.

#include <cstdint>
#include <optional>
#include <string_view>

namespace dimma {

// Return the id for a number in `text`, or for a name in the system's user or group database. Return nullopt if the
// name is unknown. May block while the database is read.
std::optional<std::uint32_t> user_named(std::string_view text);
std::optional<std::uint32_t> group_named(std::string_view text);

}  // namespace dimma
