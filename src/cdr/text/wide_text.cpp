// The encoding of wide characters in each version of GIOP (CORBA 3.3 part 2, 9.3.1.6 and 9.3.2.7):
//   1.1  wchar: one 16-bit unit, aligned, in the byte order of the message
//        wstring: ulong number of units including a terminating zero, then the units
//   1.2  wchar: octet number of octets, then the octets, unaligned
//        wstring: ulong number of octets, then the octets, without a terminating zero
// In 1.2 the units are big-endian in every message, unless they begin with a byte order mark for little-endian.

#include "cdr/text/text_conversion.hpp"

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/minor.hpp>

namespace dimma::cdr {

namespace {

constexpr std::size_t unit_octets = 2;
constexpr char16_t mark = 0xfeff;
constexpr char16_t reversed_mark = 0xfffe;

char16_t load_unit(const std::byte* at, bool swap) {
  return static_cast<char16_t>(detail::load<std::uint16_t>(at, swap));
}

// Returns true if the text itself begins with a byte order mark. The receiver would remove that mark, so another one
// has to be sent before it.
bool needs_mark(std::u16string_view units) {
  return !units.empty() && (units.front() == mark || units.front() == reversed_mark);
}

// Returns true if every character is a single UTF-16 unit other than zero, a surrogate or a byte order mark, which
// holds for nearly all text. Has no branches, so that the compiler can vectorise it.
template <class Characters>
bool are_plain(std::size_t count, Characters character) {
  constexpr std::uint32_t last = 0xd7ff;
  std::uint32_t odd = 0;
  for (std::size_t i = 0; i < count; ++i) odd |= static_cast<std::uint32_t>(character(i)) - 1U < last ? 0U : 1U;
  return odd == 0;
}

void store_big_endian(std::byte* at, char16_t unit) {
  at[0] = static_cast<std::byte>(unit >> 8);
  at[1] = static_cast<std::byte>(unit & 0xffU);
}

// Returns the units of a text of GIOP 1.2, without the byte order mark.
std::u16string units_of(std::span<const std::byte> octets) {
  constexpr bool native_is_little = std::endian::native == std::endian::little;
  bool swap = native_is_little;
  if (octets.size() >= unit_octets) {
    const char16_t first = load_unit(octets.data(), native_is_little);
    if (first == mark || first == reversed_mark) octets = octets.subspan(unit_octets);
    if (first == reversed_mark) swap = !swap;
  }
  std::u16string units(octets.size() / unit_octets, u'\0');
  for (std::size_t i = 0; i < units.size(); ++i) units[i] = load_unit(octets.data() + i * unit_octets, swap);
  return units;
}

// Describes the code sets of a char for an error message. A char is one octet at both ends; if either end uses UTF-8, a
// single octet can only hold US-ASCII.
const char* one_octet(NarrowForm form) {
  return form == NarrowForm::utf8 ? "one octet of UTF-8" : "one octet of both UTF-8 and ISO 8859-1";
}

}  // namespace

void Encoder::check_chars(const char* characters, std::size_t count) const {
  require_usable(text_form_.narrow, CORBA::COMPLETED_NO);
  for (std::size_t i = 0; i < count; ++i) {
    const auto octet = static_cast<unsigned char>(characters[i]);
    if (octet > 0x7f) no_image(octet, i, one_octet(text_form_.narrow), CORBA::COMPLETED_NO);
  }
}

void Decoder::check_chars(const char* characters, std::size_t count) const {
  require_usable(text_form_.narrow, completed_);
  for (std::size_t i = 0; i < count; ++i) {
    const auto octet = static_cast<unsigned char>(characters[i]);
    if (octet > 0x7f) no_image(octet, i, one_octet(text_form_.narrow), completed_);
  }
}

void Decoder::convert(std::string& text) const { text = from_transmission(text, text_form_.narrow, completed_); }

void Encoder::put_wchar(wchar_t character) {
  require_usable(text_form_, CORBA::COMPLETED_NO);
  const std::u16string units = to_units({&character, 1}, text_form_.wide);
  if (units.size() != 1) {
    no_image(static_cast<std::uint32_t>(character), 0, "a single UTF-16 code unit", CORBA::COMPLETED_NO);
  }
  if (text_form_.giop_minor == 1) return put(static_cast<std::uint16_t>(units.front()));
  const bool marked = needs_mark(units);
  put(static_cast<std::uint8_t>(marked ? 2 * unit_octets : unit_octets));
  if (marked) store_big_endian(append(unit_octets), mark);
  store_big_endian(append(unit_octets), units.front());
}

void Encoder::put_wstring(std::wstring_view text) {
  require_usable(text_form_, CORBA::COMPLETED_NO);
  if (text_form_.giop_minor > 1 && are_plain(text.size(), [text](std::size_t i) { return text[i]; })) {
    put_length(text.size() * unit_octets);
    std::byte* const at = append(text.size() * unit_octets);
    for (std::size_t i = 0; i < text.size(); ++i)
      store_big_endian(at + i * unit_octets, static_cast<char16_t>(text[i]));
    return;
  }
  if (const auto zero = text.find(L'\0'); zero != std::wstring_view::npos) {
    throw CORBA::BAD_PARAM(minor::bad_param_embedded_zero, CORBA::COMPLETED_NO,
                           "an IDL wstring cannot contain a null character, found at index " + std::to_string(zero));
  }
  const std::u16string units = to_units(text, text_form_.wide);
  if (text_form_.giop_minor == 1) {
    put_length(units.size() + 1);
    for (const char16_t unit : units) put(static_cast<std::uint16_t>(unit));
    put(std::uint16_t{0});
    return;
  }
  const bool marked = needs_mark(units);
  put_length((units.size() + (marked ? 1U : 0U)) * unit_octets);
  if (marked) store_big_endian(append(unit_octets), mark);
  std::byte* at = append(units.size() * unit_octets);
  for (const char16_t unit : units) {
    store_big_endian(at, unit);
    at += unit_octets;
  }
}

wchar_t Decoder::get_wchar() {
  require_usable(text_form_, completed_);
  if (text_form_.giop_minor == 1) {
    const auto unit = static_cast<char16_t>(get<std::uint16_t>());
    return from_units({&unit, 1}, text_form_.wide, completed_).front();
  }
  const auto octets = get<std::uint8_t>();
  const std::u16string units = units_of(get_octets(octets));
  if (octets % unit_octets != 0 || units.size() != 1) malformed("a wchar that is not a single UTF-16 code unit");
  return from_units(units, text_form_.wide, completed_).front();
}

void Decoder::get_wstring(std::wstring& text) {
  require_usable(text_form_, completed_);
  std::u16string units;
  if (text_form_.giop_minor == 1) {
    const std::uint32_t length = get_length(unit_octets);
    units.resize(length);
    for (char16_t& unit : units) unit = static_cast<char16_t>(get<std::uint16_t>());
    if (!units.empty() && units.back() != u'\0') malformed("a wstring without a terminating null");
    if (!units.empty()) units.pop_back();
  } else {
    const std::uint32_t octets = get_length(1);
    if (octets % unit_octets != 0) malformed("a wstring that ends within a UTF-16 code unit");
    const auto in = get_octets(octets);
    const auto unit = [in](std::size_t i) {
      return load_unit(in.data() + i * unit_octets, std::endian::native == std::endian::little);
    };
    if (are_plain(octets / unit_octets, unit)) {
      text.resize(octets / unit_octets);
      for (std::size_t i = 0; i < text.size(); ++i) text[i] = static_cast<wchar_t>(unit(i));
      return;
    }
    units = units_of(in);
  }
  if (units.find(u'\0') != std::u16string::npos) malformed("a wstring that contains a null character");
  text = from_units(units, text_form_.wide, completed_);
}

}  // namespace dimma::cdr
