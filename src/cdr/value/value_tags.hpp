// The tags of values (CORBA 3.3 part 2, 9.3.4.1 to 9.3.4.7).
#pragma once

#include <cstdint>

namespace dimma::cdr::value_tag {

inline constexpr std::uint32_t nil = 0;
inline constexpr std::uint32_t indirection = 0xffff'ffff;
// Tags from `value` to `value_max` begin a value; their last octet contains flags. Smaller positive numbers are chunk
// sizes, and negative numbers are end tags.
inline constexpr std::uint32_t value = 0x7fff'ff00;
inline constexpr std::uint32_t value_max = 0x7fff'ffff;

inline constexpr std::uint32_t has_codebase = 1;
inline constexpr std::uint32_t type_mask = 6;
inline constexpr std::uint32_t no_id = 0;
inline constexpr std::uint32_t one_id = 2;
inline constexpr std::uint32_t several_ids = 6;
inline constexpr std::uint32_t chunked = 8;

constexpr bool is_value(std::uint32_t tag) noexcept { return tag >= value && tag <= value_max; }
constexpr bool is_chunk(std::uint32_t tag) noexcept { return tag > 0 && tag < value; }
constexpr bool is_end(std::uint32_t tag) noexcept { return tag > value_max; }
// Returns the nesting level of the outermost value that an end tag closes; all values within it are closed too.
constexpr std::uint32_t level_of_end(std::uint32_t tag) noexcept { return 0U - tag; }

}  // namespace dimma::cdr::value_tag
