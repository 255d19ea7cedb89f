#pragma once
/// The memory of strings and wide strings, for strings.hpp and wide_strings.hpp. Internal to dimma.

#include <dimma/classic/values/types.hpp>

#include <cstddef>
#include <cstring>
#include <cwchar>
#include <new>

namespace dimma {
namespace classic {
namespace detail {

/// The empty strings that members and elements have at first. They are not allocated, and free_text() leaves them
/// alone.
extern char empty_string[1];
extern wchar_t empty_wide_string[1];

inline char* empty_text(const char*) { return empty_string; }
inline wchar_t* empty_text(const wchar_t*) { return empty_wide_string; }
inline std::size_t length_of(const char* text) { return std::strlen(text); }
inline std::size_t length_of(const wchar_t* text) { return std::wcslen(text); }

/// Returns memory for `length` characters and a zero, with a zero at its beginning; null if there is no memory.
template <class C>
C* allocate_text(std::size_t length) {
  C* const text = new (std::nothrow) C[length + 1];
  if (text != nullptr) *text = C();
  return text;
}

/// Returns null if there is no memory, and for null.
template <class C>
C* duplicate_text(const C* text) {
  if (text == nullptr) return nullptr;
  const std::size_t length = length_of(text);
  C* const copy = new (std::nothrow) C[length + 1];
  if (copy != nullptr) std::memcpy(copy, text, (length + 1) * sizeof(C));
  return copy;
}

template <class C>
void free_text(C* text) {
  if (text != empty_text(text)) delete[] text;
}

/// How a string begins: without characters, or as an empty string.
struct BeginsNull {
  template <class C>
  static C* text() {
    return nullptr;
  }
};
struct BeginsEmpty {
  template <class C>
  static C* text() {
    return empty_text(static_cast<const C*>(nullptr));
  }
};

}  // namespace detail
}  // namespace classic
}  // namespace dimma
