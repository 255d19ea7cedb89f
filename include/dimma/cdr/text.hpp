#pragma once
/// How characters and strings go over the wire (CORBA 3.3 part 2, 9.3.1.6, 9.3.2.7 and 7.10): what the two ends of a
/// connection have agreed on.
///
/// In memory, `char` and std::string are octets that dimma hands through as they are where the peer takes ISO 8859-1,
/// its own code set as far as peers are told; wchar_t and std::wstring are Unicode code points.

#include <cstdint>

namespace dimma::cdr {

/// The transmission code set of char and string.
enum class NarrowForm : std::uint8_t { latin1, utf8, unsupported };
/// The transmission code set of wchar and wstring. `none`: the object has said that it takes no wide characters.
enum class WideForm : std::uint8_t { utf16, ucs2, none, unsupported };

struct alignas(4) TextForm {  // copied as one word, on the way of every call
  std::uint8_t giop_minor = 2;  ///< wide characters have another form in each version, and none in 1.0
  NarrowForm narrow = NarrowForm::latin1;
  WideForm wide = WideForm::utf16;

  friend bool operator==(const TextForm&, const TextForm&) = default;
};

}  // namespace dimma::cdr
