#pragma once
// Compares short blocks of memory inline, which is faster than calling the C library. Used in comparisons that every
// call makes.

#include <dimma/generated/cdr/short_text.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dimma::cdr {

// Fastest for 8 to 16 octets, the typical length of operation names.
[[gnu::always_inline]] inline bool is_same_text(const void* one, const void* other, std::size_t octets) noexcept {
  using detail::word_at;
  if (octets < 8 || octets > detail::short_text_max) return std::memcmp(one, other, octets) == 0;
  const auto* const first = static_cast<const char*>(one);
  const auto* const second = static_cast<const char*>(other);
  return word_at<std::uint64_t>(first) == word_at<std::uint64_t>(second) &&
         word_at<std::uint64_t>(first + octets - 8) == word_at<std::uint64_t>(second + octets - 8);
}

// Fastest for 16 to 128 octets, the typical length of headers.
[[gnu::always_inline]] inline bool is_same_header(const void* one, const void* other, std::size_t octets) noexcept {
#if defined(__SSE2__)
  using detail::Octets16;
  constexpr std::size_t step = sizeof(Octets16);
  const auto* const first = static_cast<const char*>(one);
  const auto* const second = static_cast<const char*>(other);
  const auto is_same_at = [=](std::size_t at) {
    constexpr int all = 0xffff;
    return __builtin_ia32_pmovmskb128(detail::word_at<Octets16>(first + at) ==
                                      detail::word_at<Octets16>(second + at)) == all;
  };
  if (octets >= step && octets <= 8 * step) {
    for (std::size_t at = 0; at < octets - step; at += step) {
      if (!is_same_at(at)) return false;
    }
    return is_same_at(octets - step);
  }
#endif
  return std::memcmp(one, other, octets) == 0;
}

}  // namespace dimma::cdr
