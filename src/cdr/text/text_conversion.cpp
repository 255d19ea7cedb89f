#include "cdr/text/text_conversion.hpp"

#include <dimma/minor.hpp>

#include <boost/locale/utf.hpp>

#include <cstdio>
#include <iterator>

namespace dimma::cdr {

namespace utf = boost::locale::utf;

namespace {

constexpr std::uint32_t latin1_last = 0xff;
constexpr std::uint32_t ucs2_last = 0xffff;

const char* name_of(WideForm form) { return form == WideForm::ucs2 ? "UCS-2" : "UTF-16"; }

bool is_surrogate(std::uint32_t unit) { return unit >= 0xd800 && unit <= 0xdfff; }

}  // namespace

void no_image(std::uint32_t character, std::size_t index, const char* code_set, CORBA::CompletionStatus completed) {
  char hexadecimal[16];
  std::snprintf(hexadecimal, sizeof hexadecimal, "U+%04X", static_cast<unsigned>(character));
  throw CORBA::DATA_CONVERSION(minor::data_conversion_character, completed,
                               std::string("the character ") + hexadecimal + " at index " + std::to_string(index) +
                                   " cannot be represented in " + code_set);
}

void require_usable(NarrowForm form, CORBA::CompletionStatus completed) {
  if (form != NarrowForm::unsupported) return;
  throw CORBA::CODESET_INCOMPATIBLE(minor::codeset_incompatible_none, completed,
                                    "no char code set in common with the peer");
}

void require_usable(TextForm form, CORBA::CompletionStatus completed) {
  if (form.giop_minor == 0) {
    throw CORBA::MARSHAL(minor::marshal_wide_in_giop_1_0, completed, "GIOP 1.0 does not support wide characters");
  }
  if (form.wide == WideForm::none) {
    throw CORBA::INV_OBJREF(minor::inv_objref_no_wide_code_set, completed,
                            "the reference has no code set for wide characters");
  }
  if (form.wide == WideForm::unsupported) {
    throw CORBA::CODESET_INCOMPATIBLE(minor::codeset_incompatible_none, completed,
                                      "no wchar code set in common with the peer");
  }
}

namespace {

std::string utf8_of(std::string_view latin1) {
  std::string text;
  text.reserve(latin1.size());
  for (const char character : latin1) {
    utf::utf_traits<char>::encode(static_cast<unsigned char>(character), std::back_inserter(text));
  }
  return text;
}

std::string latin1_of(std::string_view text, CORBA::CompletionStatus completed) {
  std::string latin1;
  latin1.reserve(text.size());
  for (auto at = text.begin(); at != text.end();) {
    const auto index = static_cast<std::size_t>(at - text.begin());
    const utf::code_point character = utf::utf_traits<char>::decode(at, text.end());
    if (character == utf::illegal || character == utf::incomplete) {
      throw CORBA::DATA_CONVERSION(minor::data_conversion_character, completed,
                                   "invalid UTF-8 at index " + std::to_string(index));
    }
    if (character > latin1_last) no_image(character, index, "ISO 8859-1", completed);
    latin1 += static_cast<char>(character);
  }
  return latin1;
}

}  // namespace

std::string to_transmission(std::string_view native, NarrowForm form) {
  require_usable(form, CORBA::COMPLETED_NO);
  return form == NarrowForm::utf8 ? utf8_of(native) : latin1_of(native, CORBA::COMPLETED_NO);
}

std::string from_transmission(std::string_view sent, NarrowForm form, CORBA::CompletionStatus completed) {
  require_usable(form, completed);
  return form == NarrowForm::utf8 ? latin1_of(sent, completed) : utf8_of(sent);
}

std::u16string to_units(std::wstring_view text, WideForm form) {
  std::u16string units;
  units.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto character = static_cast<std::uint32_t>(text[i]);
    if (!utf::is_valid_codepoint(character) || (form == WideForm::ucs2 && character > ucs2_last)) {
      no_image(character, i, name_of(form), CORBA::COMPLETED_NO);
    }
    utf::utf_traits<char16_t>::encode(character, std::back_inserter(units));
  }
  return units;
}

std::wstring from_units(std::u16string_view units, WideForm form, CORBA::CompletionStatus completed) {
  std::wstring text;
  text.reserve(units.size());
  for (auto at = units.begin(); at != units.end();) {
    const auto index = static_cast<std::size_t>(at - units.begin());
    const std::uint32_t unit = *at;
    const utf::code_point character = utf::utf_traits<char16_t>::decode(at, units.end());
    const bool is_none = character == utf::illegal || character == utf::incomplete;
    if (is_none || (form == WideForm::ucs2 && is_surrogate(unit))) {
      no_image(unit, index, "Unicode: it is half of a surrogate pair", completed);
    }
    text += static_cast<wchar_t>(character);
  }
  return text;
}

}  // namespace dimma::cdr
