#pragma once
/// Primitives out of octets that need be neither aligned nor in this machine's byte order. For Decoder.

#include <dimma/cdr/primitive.hpp>

#include <compare>
#include <cstddef>
#include <cstring>
#include <iterator>

namespace dimma::cdr::detail {

template <std::size_t Octets>
struct unsigned_of;
template <>
struct unsigned_of<1> : std::type_identity<std::uint8_t> {};
template <>
struct unsigned_of<2> : std::type_identity<std::uint16_t> {};
template <>
struct unsigned_of<4> : std::type_identity<std::uint32_t> {};
template <>
struct unsigned_of<8> : std::type_identity<std::uint64_t> {};

/// Swaps as an integer: a floating-point register need not keep each bit of a value that is no number.
template <Primitive T>
T load(const std::byte* octets, bool swap) noexcept {
  typename unsigned_of<sizeof(T)>::type bits;
  std::memcpy(&bits, octets, sizeof bits);
  return std::bit_cast<T>(swap ? reversed(bits) : bits);
}

/// Iterates over primitives in octets, so that a container can take them without being zeroed first.
template <Primitive T, bool Swap>
struct Loading {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  const std::byte* at = nullptr;

  T operator*() const noexcept { return load<T>(at, Swap); }
  T operator[](difference_type index) const noexcept { return *(*this + index); }
  Loading& operator++() noexcept { return *this += 1; }
  Loading& operator--() noexcept { return *this -= 1; }
  Loading operator++(int) noexcept {
    const Loading before = *this;
    *this += 1;
    return before;
  }
  Loading operator--(int) noexcept {
    const Loading before = *this;
    *this -= 1;
    return before;
  }
  Loading& operator+=(difference_type distance) noexcept {
    at += distance * static_cast<difference_type>(sizeof(T));
    return *this;
  }
  Loading& operator-=(difference_type distance) noexcept { return *this += -distance; }

  friend Loading operator+(Loading from, difference_type distance) noexcept { return from += distance; }
  friend Loading operator+(difference_type distance, Loading from) noexcept { return from += distance; }
  friend Loading operator-(Loading from, difference_type distance) noexcept { return from -= distance; }
  friend difference_type operator-(Loading left, Loading right) noexcept {
    return (left.at - right.at) / static_cast<difference_type>(sizeof(T));
  }
  friend auto operator<=>(Loading left, Loading right) noexcept = default;
};

}  // namespace dimma::cdr::detail
