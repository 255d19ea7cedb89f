#pragma once
// Text that a peer has chosen, in the form in which it is kept and shown.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma {

// The limit for an operation, an object id, a repository id or an address.
inline constexpr std::size_t shown_name_octets_max = 256;
// The limit for a line of the log.
inline constexpr std::size_t shown_line_octets_max = 4096;

// Returns valid UTF-8 of at most `octets_max` octets, which are at least 3. Each control character and each octet that
// is not UTF-8 becomes "\x1b"; text that is too long ends with "...".
std::string shown_text(std::string_view text, std::size_t octets_max = shown_name_octets_max);

// Returns true if shown_text() would change nothing.
bool is_shown_as_it_is(std::string_view text, std::size_t octets_max = shown_name_octets_max) noexcept;

}  // namespace dimma
