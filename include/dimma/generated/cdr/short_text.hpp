#pragma once
/// Copies and checks short strings with one or two word operations instead of two library calls. For Encoder and
/// Decoder.

#include <dimma/generated/cdr/loading.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace dimma::cdr::detail {

/// Maximum length of a short text; the C library copies longer ones faster.
constexpr std::size_t short_text_max = 16;

constexpr bool has_zero_octet(std::uint64_t word) noexcept {
  return ((word - 0x0101'0101'0101'0101U) & ~word & 0x8080'8080'8080'8080U) != 0;
}

template <class Word>
Word word_at(const void* at) noexcept {
  Word word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

/// Copies at most short_text_max octets. Returns true if one of them is zero.
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

/// A std::string with fewer characters than this has at least this many octets of memory at data(); 0 if the C++
/// library does not guarantee that.
#if defined(_LIBCPP_VERSION) || (defined(_GLIBCXX_USE_CXX11_ABI) && _GLIBCXX_USE_CXX11_ABI)
constexpr std::size_t short_text_room = 16;
#else
constexpr std::size_t short_text_room = 0;
#endif

#if defined(__SSE2__)
using Octets16 [[gnu::vector_size(16)]] = char;
/// Returns the index of the first zero among 16 octets; 16 if there is none.
inline std::size_t first_zero_of(Octets16 octets) noexcept {
  const auto zeros = static_cast<std::uint32_t>(__builtin_ia32_pmovmskb128(octets == Octets16{}));
  return static_cast<std::size_t>(std::countr_zero(zeros | 0x1'0000U));
}
#endif

/// Returns true if the first zero among the 16 octets at `text` is at index `size`, 0 to 15.
inline bool first_zero_is_at(const char* text, std::size_t size) noexcept {
#if defined(__SSE2__)
  return first_zero_of(word_at<Octets16>(text)) == size;
#else
  return std::memchr(text, 0, 16) == text + size;
#endif
}

/// Copies the 16 octets at `text`. Returns true if the first zero among them is at index `size`, 0 to 15.
inline bool copy_terminated(void* to, const char* text, std::size_t size) noexcept {
#if defined(__SSE2__)
  const auto octets = word_at<Octets16>(text);
  std::memcpy(to, &octets, sizeof octets);
  return first_zero_of(octets) == size;
#else
  std::memcpy(to, text, 16);
  return first_zero_is_at(static_cast<const char*>(to), size);
#endif
}

/// Stores the text at the aligned offset `begin`, where octets before `behind` have been stored, in memory with room
/// for the longest short string. Returns the octets stored from `begin` on; 0 if the text is not short, or contains a
/// zero.
inline std::size_t store_short_text(std::byte* base, std::size_t behind, std::size_t begin,
                                    const std::string& text) noexcept {
  const std::size_t size = text.size();
  if (size >= short_text_room) [[unlikely]]
    return 0;
  const auto length = static_cast<std::uint32_t>(size + 1);
  std::memset(base + behind, 0, sizeof length);
  std::memcpy(base + begin, &length, sizeof length);
  if (!copy_terminated(base + begin + sizeof length, text.data(), size)) [[unlikely]]
    return 0;
  return sizeof length + length;
}

/// A short string in encoded form: short enough for a std::string to hold without allocation.
struct ShortText {
  const char* characters;
  std::size_t octets;  // octets of the length, the characters and the zero; 0 if there is no short string
  std::size_t length() const noexcept { return octets - sizeof(std::uint32_t) - 1; }
};

/// Returns the string whose length is at `at`, where 20 octets have to be readable. Empty if it is not a short string.
inline ShortText short_text_at(const std::byte* at, bool swap) noexcept {
  const std::size_t length = load<std::uint32_t>(at, swap);
  const auto* const characters = reinterpret_cast<const char*>(at + sizeof(std::uint32_t));
  const bool is_short = length - 1 < short_text_room && first_zero_is_at(characters, length - 1);
  return {characters, is_short ? sizeof(std::uint32_t) + length : 0};
}

/// Reads a short string into `text`. Returns the octets read; returns 0 and reads nothing if the string is not short,
/// or if `text` has allocated memory, which would leak.
inline std::size_t take_short_text(const std::byte* at, std::string& text, bool swap) noexcept {
  constexpr std::size_t room = short_text_room;  // for the characters and the zero
  if (text.capacity() >= room) [[unlikely]]
    return 0;
  const ShortText there = short_text_at(at, swap);
  if (there.octets == 0) [[unlikely]]
    return 0;
  // With this constant length the compiler emits two moves instead of a call.
  std::construct_at(&text, there.characters, room - 1);
  text.erase(there.length());
  return there.octets;
}

/// Returns true if `octets` octets, 1 to short_text_max + 1, end with a zero and contain no other zero.
inline bool is_short_text(const char* text, std::size_t octets) noexcept {
  if (text[octets - 1] != 0) return false;
  const std::size_t length = octets - 1;
  if (length >= 8) {
    return !has_zero_octet(word_at<std::uint64_t>(text)) && !has_zero_octet(word_at<std::uint64_t>(text + length - 8));
  }
  if (length >= 4) {
    return !has_zero_octet(word_at<std::uint32_t>(text) | std::uint64_t{word_at<std::uint32_t>(text + length - 4)}
                                                              << 32U);
  }
  bool zero = false;
  for (std::size_t i = 0; i < length; ++i) zero |= text[i] == 0;
  return !zero;
}

}  // namespace dimma::cdr::detail
