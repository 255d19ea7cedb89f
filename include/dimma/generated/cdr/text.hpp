#pragma once
/// The encoding of characters and strings (CORBA 3.3 part 2, 9.3.1.6, 9.3.2.7 and 7.10) that the two ends of a
/// connection have agreed on.
///
/// In memory, `char` and std::string are octets of the program's native code set: UTF-8, or ISO 8859-1 if an option
/// selects it. They are passed on unchanged if the peer uses that code set, too. wchar_t and std::wstring are Unicode
/// code points.

#include <dimma/generated/cxx20.hpp>

#include <cstdint>

namespace dimma::cdr {

/// The conversion of char and string between the native code set and the transmission code set. `latin1` is another
/// name of `as_is`, for a native ISO 8859-1. Octets that are sent unchanged are not checked.
enum class NarrowForm : std::uint8_t {
  as_is,
  latin1 = as_is,
  utf8,  ///< native ISO 8859-1, UTF-8 on the wire
  unsupported,
  latin1_from_utf8,  ///< native UTF-8, ISO 8859-1 on the wire
};
/// The transmission code set of wchar and wstring. `none`: the object does not accept wide characters.
enum class WideForm : std::uint8_t { utf16, ucs2, none, unsupported };

struct alignas(4) TextForm {    // copied as one word in every call
  std::uint8_t giop_minor = 2;  ///< wide characters are encoded differently in each version; 1.0 has none
  NarrowForm narrow = NarrowForm::latin1;
  WideForm wide = WideForm::utf16;

  friend bool operator==(const TextForm&, const TextForm&) = default;
};

}  // namespace dimma::cdr
