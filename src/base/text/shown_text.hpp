#pragma once
// Makes text that a peer has chosen safe to store and to show.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma {

// The maximum length of an operation name, object id, repository id or address.
inline constexpr std::size_t shown_name_octets_max = 256;
// The maximum length of a log line.
inline constexpr std::size_t shown_line_octets_max = 4096;

// Returns valid UTF-8 of at most `octets_max` octets (at least 3). Control characters and octets that are not UTF-8 are
// escaped as in "\x1b"; text that is too long is cut and ends with "...".
std::string shown_text(std::string_view text, std::size_t octets_max = shown_name_octets_max);

// Returns true if shown_text() would return the text unchanged.
bool is_shown_as_it_is(std::string_view text, std::size_t octets_max = shown_name_octets_max) noexcept;

}  // namespace dimma
