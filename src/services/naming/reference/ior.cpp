#include "services/naming/reference/ior.hpp"

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/iop.hpp>
#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::naming {

namespace {

std::vector<Tagged> read_tagged(cdr::Decoder& in) {
  constexpr std::size_t octets_min = 8;
  std::vector<Tagged> all(in.get_length(octets_min));
  for (Tagged& one : all) {
    one.tag = in.get<std::uint32_t>();
    const auto data = in.get_octets(in.get_length(1));
    one.data.assign(data.begin(), data.end());
  }
  return all;
}

void write_tagged(cdr::Encoder& out, const std::vector<Tagged>& all) {
  out.put_length(all.size());
  for (const Tagged& one : all) {
    out.put(one.tag);
    out.put_length(one.data.size());
    out.put_octets(one.data);
  }
}

[[noreturn]] void refuse(const char* what) {
  throw CORBA::BAD_PARAM(minor::bad_param_scheme_specific, CORBA::COMPLETED_NO, what);
}

int hexadecimal_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

cdr::Decoder opened(OctetsView data) {
  cdr::Decoder order(data, std::endian::big);
  const bool is_little = order.get_boolean();
  cdr::Decoder in(data, is_little ? std::endian::little : std::endian::big);
  in.skip(1);
  return in;
}

Octets octets_of_ior(std::string_view text) {
  if (!text.starts_with("IOR:") && !text.starts_with("ior:")) refuse("a reference begins with \"IOR:\"");
  text.remove_prefix(4);
  if (text.size() % 2 != 0) refuse("a reference has an even number of hexadecimal digits");
  Octets octets;
  octets.reserve(text.size() / 2);
  for (std::size_t at = 0; at < text.size(); at += 2) {
    const int high = hexadecimal_digit(text[at]);
    const int low = hexadecimal_digit(text[at + 1]);
    if (high < 0 || low < 0) refuse("a reference consists of hexadecimal digits after \"IOR:\"");
    octets.push_back(static_cast<std::byte>(high * 16 + low));
  }
  return octets;
}

std::string ior_text(OctetsView octets) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "IOR:";
  text.reserve(text.size() + 2 * octets.size());
  for (const std::byte octet : octets) {
    text += digits[std::to_integer<std::size_t>(octet >> 4)];
    text += digits[std::to_integer<std::size_t>(octet & std::byte{15})];
  }
  return text;
}

IorParts read_ior(OctetsView octets) {
  cdr::Decoder in = opened(octets);
  IorParts reference;
  reference.type_id = in.get_string_view();
  reference.profiles = read_tagged(in);
  return reference;
}

IiopProfile read_iiop_profile(OctetsView octets) {
  cdr::Decoder in = opened(octets);
  if (in.get<std::uint8_t>() != 1) in.malformed("an IIOP version other than 1.x before the octet");
  IiopProfile profile;
  profile.minor = std::min<std::uint8_t>(in.get<std::uint8_t>(), 2);
  profile.host = in.get_string_view();
  profile.port = in.get<std::uint16_t>();
  const auto key = in.get_octets(in.get_length(1));
  profile.key.assign(key.begin(), key.end());
  if (profile.minor >= 1) profile.components = read_tagged(in);
  return profile;
}

Octets written_ior(const IorParts& parts) {
  return encapsulation([&parts](cdr::Encoder& out) {
    out.put_string(parts.type_id);
    write_tagged(out, parts.profiles);
  });
}

Octets written_iiop_profile(const IiopProfile& profile) {
  return encapsulation([&profile](cdr::Encoder& out) {
    out.put(std::uint8_t{1});
    out.put(profile.minor);
    out.put_string(profile.host);
    out.put(profile.port);
    out.put_length(profile.key.size());
    out.put_octets(profile.key);
    if (profile.minor >= 1) write_tagged(out, profile.components);
  });
}

Tagged alternate_address(const std::string& host, std::uint16_t port) {
  return {IOP::TAG_ALTERNATE_IIOP_ADDRESS, encapsulation([&](cdr::Encoder& out) {
            out.put_string(host);
            out.put(port);
          })};
}

namespace {

// Adds code sets to profiles without them. Raises the version of the profiles to 1.`minor`, since most profiles of
// corbaloc URLs have IIOP 1.0, which has no components.
std::string with_code_sets(const std::string& reference, const Octets& code_sets, std::uint8_t minor) {
  IorParts parts = read_ior(octets_of_ior(reference));
  for (Tagged& tagged : parts.profiles) {
    if (tagged.tag != IOP::TAG_INTERNET_IOP) continue;
    IiopProfile profile = read_iiop_profile(tagged.data);
    if (std::ranges::count(profile.components, IOP::TAG_CODE_SETS, &Tagged::tag) != 0) continue;
    profile.minor = std::max(profile.minor, minor);
    profile.components.push_back({IOP::TAG_CODE_SETS, code_sets});
    tagged.data = written_iiop_profile(profile);
  }
  return ior_text(written_ior(parts));
}

}  // namespace

std::string with_code_sets_of_dimma(const std::string& reference) {
  constexpr std::uint32_t utf8 = 0x05010001;  // numbers of the OSF code set registry
  constexpr std::uint32_t latin1 = 0x00010001;
  constexpr std::uint32_t utf16 = 0x00010109;
  const Octets code_sets = encapsulation([&](cdr::Encoder& out) {
    for (const std::uint32_t word : {utf8, std::uint32_t{1}, latin1, utf16, std::uint32_t{0}}) out.put(word);
  });
  return with_code_sets(reference, code_sets, 2);
}

std::string with_code_sets_of(const std::string& reference, const std::string& other) {
  for (const Tagged& tagged : read_ior(octets_of_ior(other)).profiles) {
    if (tagged.tag != IOP::TAG_INTERNET_IOP) continue;
    const IiopProfile profile = read_iiop_profile(tagged.data);
    const auto said = std::ranges::find(profile.components, IOP::TAG_CODE_SETS, &Tagged::tag);
    if (said != profile.components.end()) return with_code_sets(reference, said->data, profile.minor);
  }
  return reference;
}

}  // namespace dimma::naming
