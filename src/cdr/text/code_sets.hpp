#pragma once
// Code sets by their numbers in the OSF registry (CORBA 3.3 part 2, 7.10.2), and the wire format of text in each.

#include <dimma/generated/cdr/text.hpp>

#include <cstdint>

namespace dimma::cdr {

inline constexpr std::uint32_t code_set_latin1 = 0x00010001;
inline constexpr std::uint32_t code_set_utf8 = 0x05010001;
inline constexpr std::uint32_t code_set_ucs2 = 0x00010100;
inline constexpr std::uint32_t code_set_utf16 = 0x00010109;

// Returns the wire format of char and string in that code set. `native_code_set`, the program's own, is Latin-1 or
// UTF-8.
constexpr NarrowForm narrow_form(std::uint32_t code_set, std::uint32_t native_code_set) noexcept {
  if (code_set == native_code_set) return NarrowForm::as_is;
  if (code_set == code_set_utf8) return NarrowForm::utf8;
  return code_set == code_set_latin1 ? NarrowForm::latin1_from_utf8 : NarrowForm::unsupported;
}

// Returns the wire format of wchar and wstring in that code set.
constexpr WideForm wide_form(std::uint32_t code_set) noexcept {
  if (code_set == code_set_utf16) return WideForm::utf16;
  return code_set == code_set_ucs2 ? WideForm::ucs2 : WideForm::unsupported;
}

}  // namespace dimma::cdr
