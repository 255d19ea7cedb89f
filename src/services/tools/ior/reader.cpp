#include "services/tools/ior/reader.hpp"

#include <algorithm>
#include <bit>

namespace dimma::tools::ior {

namespace {

constexpr std::string_view digits = "0123456789abcdef";

void append(std::string& text, std::byte octet) {
  text += digits[std::to_integer<std::size_t>(octet >> 4)];
  text += digits[std::to_integer<std::size_t>(octet & std::byte{15})];
}

// Returns a decoder after the octet with the byte order. Alignment is relative to that octet.
cdr::Decoder behind_order(const Stretch& stretch) {
  if (stretch.octets.empty()) {
    throw Damage("an encapsulation without octets at octet " + std::to_string(stretch.offset));
  }
  const auto order = std::to_integer<unsigned>(stretch.octets.front());
  if (order > 1) {
    throw Damage("the byte order is " + std::to_string(order) + ", not 0 or 1, at octet " +
                 std::to_string(stretch.offset));
  }
  return cdr::Decoder(stretch.octets.subspan(1), order == 1 ? std::endian::little : std::endian::big,
                      CORBA::COMPLETED_NO, 1);
}

}  // namespace

Reader::Reader(const Stretch& encapsulation) : offset_(encapsulation.offset), in_(behind_order(encapsulation)) {}

void Reader::refuse(const std::string& what) const {
  throw Damage(what + " at octet " + std::to_string(offset()) + ": the octets are truncated or invalid");
}

bool Reader::boolean(const char* what) {
  try {
    return in_.get_boolean();
  } catch (const CORBA::MARSHAL&) {
    refuse(what);
  }
}

std::string_view Reader::text(const char* what) {
  try {
    return in_.get_string_view();
  } catch (const CORBA::MARSHAL&) {
    refuse(what);
  }
}

std::uint32_t Reader::count(const char* what, std::size_t octets_min) {
  const auto claimed = number<std::uint32_t>(what);
  if (claimed > in_.remaining() / octets_min) {
    throw Damage(std::string(what) + " at octet " + std::to_string(offset() - 4) + ": " + std::to_string(claimed) +
                 " are announced, but only " + std::to_string(in_.remaining()) + " octets are left");
  }
  return claimed;
}

Stretch Reader::octets(const char* what, std::string* shortened) {
  const auto claimed = number<std::uint32_t>(what);
  const std::size_t there = std::min<std::size_t>(claimed, in_.remaining());
  if (there < claimed) {
    const std::string wrong = std::string(what) + " at octet " + std::to_string(offset() - 4) + ": " +
                              std::to_string(claimed) + " octets are announced, but only " + std::to_string(there) +
                              " are left";
    if (shortened == nullptr) throw Damage(wrong);
    *shortened = wrong;
  }
  const std::size_t begin = offset();
  return {in_.get_octets(there), begin};
}

std::string octets_text(OctetsView octets) {
  constexpr std::size_t shown_max = 32;
  std::string text = std::to_string(octets.size()) + (octets.size() == 1 ? " octet" : " octets");
  for (std::size_t index = 0; index < std::min(octets.size(), shown_max); ++index) {
    text += index == 0 ? ": " : " ";
    append(text, octets[index]);
  }
  return text + (octets.size() > shown_max ? " ..." : "");
}

std::string hexadecimal(OctetsView octets) {
  std::string text;
  for (const std::byte octet : octets) append(text, octet);
  return text;
}

std::string hexadecimal(std::uint32_t number) {
  std::string text = "0x";
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[(number >> static_cast<unsigned>(shift)) & 15U];
  return text;
}

std::string ascii(OctetsView octets) {
  std::string text;
  for (const std::byte octet : octets) {
    const auto code = std::to_integer<unsigned>(octet);
    if (code == '\\') {
      text += "\\\\";
    } else if (code >= 32 && code < 127) {
      text += static_cast<char>(code);
    } else {
      text += "\\x";
      append(text, octet);
    }
  }
  return text;
}

}  // namespace dimma::tools::ior
