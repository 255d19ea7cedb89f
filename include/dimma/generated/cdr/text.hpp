#pragma once
/// The wire form of characters and strings (CORBA 3.3 part 2, 9.3.1.6, 9.3.2.7 and 7.10), as the two ends of a
/// connection have agreed on it.
///
/// In memory, `char` and std::string are octets of the program's native code set, UTF-8 or by an option ISO 8859-1.
/// They are passed on unchanged if the peer takes that code set too. wchar_t and std::wstring are Unicode code points.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>

namespace dimma::cdr {

/// The transmission code set of char and string, relative to the native one. `latin1` is its name if that is ISO
/// 8859-1. Octets that are sent unchanged are not checked.
enum class NarrowForm : std::uint8_t {
  as_is,
  latin1 = as_is,
  utf8,  ///< from a native ISO 8859-1
  unsupported,
  latin1_from_utf8,  ///< from a native UTF-8
};
/// The transmission code set of wchar and wstring. `none`: the object takes no wide characters.
enum class WideForm : std::uint8_t { utf16, ucs2, none, unsupported };

struct alignas(4) TextForm {    // copied as one word in every call
  std::uint8_t giop_minor = 2;  ///< wide characters have another form in each version, and none in 1.0
  NarrowForm narrow = NarrowForm::latin1;
  WideForm wide = WideForm::utf16;

  friend bool operator==(const TextForm&, const TextForm&) = default;
};

}  // namespace dimma::cdr
