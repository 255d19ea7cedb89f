#pragma once
/// Types that have the same representation in CDR and in memory, except for the byte order (CORBA 3.3 part 2, 9.3.1).

#include <dimma/generated/cxx20.hpp>

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace dimma::cdr {

/// Numbers, characters and octets of 1, 2, 4 or 8 octets. Excludes bool, which has only two valid values, and wchar_t,
/// whose encoding depends on the version of the protocol.
template <class T>
concept Primitive = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, wchar_t> &&
                     (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8));

/// Returns the value with its octets in reverse order.
template <Primitive T>
constexpr T reversed(T value) noexcept {
  if constexpr (sizeof(T) == 1) {
    return value;
  } else if constexpr (sizeof(T) == 2) {
    return std::bit_cast<T>(__builtin_bswap16(std::bit_cast<std::uint16_t>(value)));
  } else if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(__builtin_bswap32(std::bit_cast<std::uint32_t>(value)));
  } else {
    return std::bit_cast<T>(__builtin_bswap64(std::bit_cast<std::uint64_t>(value)));
  }
}

namespace detail {
/// Rounds up to a multiple of `alignment`, a power of two.
constexpr std::size_t rounded_up(std::size_t offset, std::size_t alignment) noexcept {
  return (offset + alignment - 1) & ~(alignment - 1);
}
// Like std::min; <algorithm> takes longer to compile than all of dimma's headers.
constexpr std::size_t smaller(std::size_t left, std::size_t right) noexcept { return left < right ? left : right; }
constexpr std::size_t larger(std::size_t left, std::size_t right) noexcept { return left < right ? right : left; }
constexpr std::size_t largest(std::size_t value) noexcept { return value; }
template <class... Rest>
constexpr std::size_t largest(std::size_t value, Rest... rest) noexcept {
  return larger(value, largest(rest...));
}
}  // namespace detail

}  // namespace dimma::cdr
