#pragma once
/// Computes the end of values without encoding them, for messages whose length has to be known before they are encoded.
/// Values of types without an extent here (Anys, object references, ...) are encoded to count their octets.

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/generated/cdr/fixed_layout.hpp>

#include <string>
#include <vector>

namespace dimma::cdr {

template <class T>
struct extent;

/// A type with a known extent: a type of fixed layout, a string, a sequence of these, or a struct or union with this
/// function in its codec:
///   static std::size_t end(std::size_t at, const T& value);
template <class T>
concept Extended = requires(std::size_t at, const T& value) {
  extent<T>::end(at, value);
};

/// Returns the offset after a value that begins at `at`, including padding.
template <class T>
[[gnu::always_inline]] inline std::size_t end_of(std::size_t at, const T& value) {
  return extent<T>::end(at, value);
}
template <class T, class... Rest>
std::size_t end_of_all(std::size_t at, const T& value, const Rest&... rest) {
  at = end_of(at, value);
  if constexpr (sizeof...(rest) != 0) at = end_of_all(at, rest...);
  return at;
}

/// Returns the offset after the last value, computed one by one.
template <class T>
std::size_t end_of_elements(std::size_t at, const std::vector<T>& values) {
  const T* const last = values.data() + values.size();
  for (const T* element = values.data(); element != last; ++element) at = end_of(at, *element);
  return at;
}

template <class T>
requires(detail::Fixed<T>) struct extent<T> {
  static std::size_t end(std::size_t at, const T&) noexcept { return detail::layout<T>::end(at); }
};

/// Throws CORBA::BAD_PARAM for a string that contains a zero, as encoding it would.
template <>
struct extent<std::string> {
  static std::size_t end(std::size_t at, const std::string& value) {
    const bool is_short = value.size() < detail::short_text_room;
    if (!is_short || !detail::first_zero_is_at(value.data(), value.size())) Encoder::check_no_zero(value);
    return detail::rounded_up(at, 4) + sizeof(std::uint32_t) + value.size() + 1;
  }
};

template <class T>
requires(requires(std::size_t at, const T& value) { codec<T>::end(at, value); }) struct extent<T> {
  [[gnu::always_inline]] static std::size_t end(std::size_t at, const T& value) { return codec<T>::end(at, value); }
};

template <class T>
requires(Extended<T> && !detail::Fixed<T>) struct extent<std::vector<T>> {
  static std::size_t end(std::size_t at, const std::vector<T>& value) {
    at = detail::rounded_up(at, 4) + sizeof(std::uint32_t);
    return end_of_elements(at, value);
  }
};
template <detail::Fixed T>
struct extent<std::vector<T>> {
  static std::size_t end(std::size_t at, const std::vector<T>& value) {
    at = detail::rounded_up(at, 4) + sizeof(std::uint32_t);
    return value.empty() ? at : at + detail::octets_of<T>(at, value.size());
  }
};

/// If the message is only counted and characters are not converted, counts the elements and returns true.
template <class T>
bool count_elements(Encoder& out, const std::vector<T>& value) {
  if constexpr (Extended<T>) {
    if (out.counts() && out.keeps_chars(true)) [[unlikely]] {
      const std::size_t begin = out.position();
      out.count(end_of_elements(begin, value) - begin);
      return true;
    }
  }
  return false;
}

}  // namespace dimma::cdr
