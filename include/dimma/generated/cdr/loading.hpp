#pragma once
/// Loads primitives from octets that may be unaligned or in the other byte order. For Decoder.

#include <dimma/generated/cdr/primitive.hpp>

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

/// Reverses the octets as an integer, since a floating-point register need not preserve each bit of a NaN.
template <Primitive T>
T load(const std::byte* octets, bool swap) noexcept {
  typename unsigned_of<sizeof(T)>::type bits;
  std::memcpy(&bits, octets, sizeof bits);
  return std::bit_cast<T>(swap ? reversed(bits) : bits);
}

/// An iterator over values in octets, `Take::stride` apart, with which a container is filled without being zeroed
/// first. `Take::take` loads the value from the octets at its argument.
template <class T, class Take>
struct Taking {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = T;
  using difference_type = std::ptrdiff_t;
  using pointer = const T*;
  using reference = T;

  static constexpr auto stride = static_cast<difference_type>(Take::stride);

  const std::byte* at = nullptr;

  T operator*() const noexcept { return Take::take(at); }
  T operator[](difference_type index) const noexcept { return *(*this + index); }
  Taking& operator++() noexcept { return *this += 1; }
  Taking& operator--() noexcept { return *this -= 1; }
  Taking operator++(int) noexcept {
    const Taking before = *this;
    *this += 1;
    return before;
  }
  Taking operator--(int) noexcept {
    const Taking before = *this;
    *this -= 1;
    return before;
  }
  Taking& operator+=(difference_type distance) noexcept {
    at += distance * stride;
    return *this;
  }
  Taking& operator-=(difference_type distance) noexcept { return *this += -distance; }

  friend Taking operator+(Taking from, difference_type distance) noexcept { return from += distance; }
  friend Taking operator+(difference_type distance, Taking from) noexcept { return from += distance; }
  friend Taking operator-(Taking from, difference_type distance) noexcept { return from -= distance; }
  friend difference_type operator-(Taking left, Taking right) noexcept { return (left.at - right.at) / stride; }
  friend auto operator<=>(Taking left, Taking right) noexcept = default;
};

template <Primitive T, bool Swap>
struct TakePrimitive {
  static constexpr std::size_t stride = sizeof(T);
  static T take(const std::byte* at) noexcept { return load<T>(at, Swap); }
};
template <Primitive T, bool Swap>
using Loading = Taking<T, TakePrimitive<T, Swap>>;

}  // namespace dimma::cdr::detail
