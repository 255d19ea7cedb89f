#pragma once
// Reads and writes numbers at fixed offsets of a packet.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dimma::flow {

template <class Number>
constexpr Number in_order(Number number, std::endian order) noexcept {
  if (order == std::endian::native) return number;
  Number reversed = 0;
  for (std::size_t i = 0; i < sizeof number; ++i) {
    const auto octet = static_cast<std::uint8_t>(number >> (8 * i));
    reversed = static_cast<Number>(reversed << 8U | octet);
  }
  return reversed;
}

template <class Number>
Number load(const std::byte* from, std::endian order) noexcept {
  Number number{};
  std::memcpy(&number, from, sizeof number);
  return in_order(number, order);
}

template <class Number>
void store(std::byte* to, Number number, std::endian order) noexcept {
  number = in_order(number, order);
  std::memcpy(to, &number, sizeof number);
}

}  // namespace dimma::flow
