#include "orb/state/ior.hpp"

#include "base/text/ascii.hpp"

#include <dimma/minor.hpp>

#include <cstdint>

namespace dimma::orb {

namespace {

constexpr std::string_view ior_prefix = "IOR:";
constexpr std::string_view blanks = " \t\r\n\f\v";
constexpr int no_digit = -1;

int digit_of(char character) noexcept {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return no_digit;
}

bool has_prefix(std::string_view text) noexcept {
  if (text.size() < ior_prefix.size()) return false;
  for (std::size_t i = 0; i < ior_prefix.size(); ++i) {
    if (to_lower_ascii(text[i]) != to_lower_ascii(ior_prefix[i])) return false;
  }
  return true;
}

[[noreturn]] void refuse(std::uint32_t minor, std::string_view text, const std::string& what) {
  throw CORBA::BAD_PARAM(minor, CORBA::COMPLETED_NO, "reference " + quote(text) + ": " + what);
}

// Decodes the digits after the prefix. `text` is the whole reference, which error messages quote.
channel::Octets octets_of_digits(std::string_view text) {
  const std::string_view digits = text.substr(ior_prefix.size());
  channel::Octets octets;
  octets.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const int digit = digit_of(digits[i]);
    if (digit == no_digit) {
      refuse(minor::bad_param_scheme_specific, text,
             "character " + std::to_string(ior_prefix.size() + i + 1) + " is not a hexadecimal digit");
    }
    if (i % 2 == 0) {
      octets.push_back(static_cast<std::byte>(digit << 4));
    } else {
      octets.back() |= static_cast<std::byte>(digit);
    }
  }
  if (digits.size() % 2 != 0) {
    refuse(minor::bad_param_scheme_specific, text,
           "ends in the middle of an octet, after " + std::to_string(digits.size()) +
               " hexadecimal digits; was it cut when it was copied?");
  }
  return octets;
}

}  // namespace

void write_ior(cdr::Encoder& out, const Ior& ior) {
  out.put_identifier(ior.type_id);
  out.put_length(ior.profiles.size());
  for (const auto& profile : ior.profiles) {
    out.put(profile.tag);
    out.put_length(profile.data.size());
    out.put_octets(profile.data);
  }
}

Ior read_ior(cdr::Decoder& in) {
  constexpr std::size_t profile_octets_min = 8;
  Ior ior;
  ior.type_id = in.get_string_view();
  ior.profiles.resize(in.get_length(profile_octets_min));
  for (auto& profile : ior.profiles) {
    profile.tag = in.get<std::uint32_t>();
    const auto data = in.get_octets(in.get_length(1));
    profile.data.assign(data.begin(), data.end());
  }
  return ior;
}

std::string to_string(const Ior& ior, std::endian order) {
  constexpr char digits[] = "0123456789abcdef";
  cdr::Buffer buffer(512);
  cdr::Encoder out(buffer, order);
  out.put(order == std::endian::little);
  write_ior(out, ior);
  std::string text(ior_prefix);
  text.reserve(ior_prefix.size() + 2 * out.size());
  for (const std::byte octet : out.octets()) {
    text += digits[std::to_integer<unsigned>(octet) >> 4];
    text += digits[std::to_integer<unsigned>(octet) & 15U];
  }
  return text;
}

Ior parse_ior(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  text = first == std::string_view::npos ? std::string_view{} : text.substr(first);
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (!has_prefix(text)) refuse(minor::bad_param_scheme, text, "does not begin with \"IOR:\"");
  const channel::Octets octets = octets_of_digits(text);
  try {
    cdr::Decoder order(octets, std::endian::big);
    const bool little = order.get_boolean();
    cdr::Decoder in(octets, little ? std::endian::little : std::endian::big);
    in.skip(1);
    return read_ior(in);
  } catch (const CORBA::MARSHAL& malformed) {
    throw CORBA::INV_OBJREF(minor::inv_objref_malformed, CORBA::COMPLETED_NO,
                            "reference " + quote(text) + ": " + malformed._detail() +
                                " octets after \"IOR:\"; was it cut when it was copied?");
  }
}

std::string quote(std::string_view text) {
  constexpr std::size_t characters_max = 60;
  if (text.size() <= characters_max) return '"' + std::string(text) + '"';
  return '"' + std::string(text.substr(0, characters_max)) + "...\" (" + std::to_string(text.size()) + " characters)";
}

}  // namespace dimma::orb
