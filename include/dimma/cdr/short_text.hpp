#pragma once
/// Short strings, copied and looked at in one or two words instead of two calls. For Encoder and Decoder.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dimma::cdr::detail {

/// Longer ones are better copied by the C library.
constexpr std::size_t short_text_most = 16;

constexpr bool has_zero_octet(std::uint64_t word) noexcept {
  return ((word - 0x0101'0101'0101'0101U) & ~word & 0x8080'8080'8080'8080U) != 0;
}

template <class Word>
Word word_at(const void* at) noexcept {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Copies at most short_text_most octets, and tells whether one of them is zero.
inline bool copy_short(void* to, const void* from, std::size_t octets) noexcept {
  const char* const first = static_cast<const char*>(from);
  char* const target = static_cast<char*>(to);
  if (octets >= 8) {  // the two words may overlap
    const auto head = word_at<std::uint64_t>(first);
    const auto tail = word_at<std::uint64_t>(first + octets - 8);
    std::memcpy(target, &head, 8);
    std::memcpy(target + octets - 8, &tail, 8);
    return has_zero_octet(head) || has_zero_octet(tail);
  }
  if (octets >= 4) {
    const auto head = word_at<std::uint32_t>(first);
    const auto tail = word_at<std::uint32_t>(first + octets - 4);
    std::memcpy(target, &head, 4);
    std::memcpy(target + octets - 4, &tail, 4);
    return has_zero_octet(head | std::uint64_t{tail} << 32U);
  }
  bool zero = false;
  for (std::size_t i = 0; i < octets; ++i) {
    target[i] = first[i];
    zero |= first[i] == 0;
  }
  return zero;
}

/// Whether the first zero of the 16 octets at `text` is the one at `size`, 0 to 15.
inline bool first_zero_is_at(const char* text, std::size_t size) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    // The lowest bit that is set is that of the first zero; those above may be of octets that are none.
    const auto first_zero = [](std::uint64_t word) noexcept {
      return static_cast<std::size_t>(
          std::countr_zero((word - 0x0101'0101'0101'0101U) & ~word & 0x8080'8080'8080'8080U)) / 8;
    };
    const std::size_t at = first_zero(word_at<std::uint64_t>(text));
    if (size < 8) return at == size;
    return at == 8 && first_zero(word_at<std::uint64_t>(text + 8)) == size - 8;
  } else {
    return std::memchr(text, 0, 16) == text + size;
  }
}

/// Whether so many octets, 1 to short_text_most + 1, end with a zero and have no other one.
inline bool is_short_text(const char* text, std::size_t octets) noexcept {
  if (text[octets - 1] != 0) return false;
  const std::size_t length = octets - 1;
  if (length >= 8) {
    return !has_zero_octet(word_at<std::uint64_t>(text)) && !has_zero_octet(word_at<std::uint64_t>(text + length - 8));
  }
  if (length >= 4) {
    return !has_zero_octet(word_at<std::uint32_t>(text) | std::uint64_t{word_at<std::uint32_t>(text + length - 4)} << 32U);
  }
  bool zero = false;
  for (std::size_t i = 0; i < length; ++i) zero |= text[i] == 0;
  return !zero;
}

}  // namespace dimma::cdr::detail
