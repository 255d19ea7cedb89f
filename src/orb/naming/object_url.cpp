#include "orb/naming/object_url.hpp"

#include "base/text/ascii.hpp"
#include "base/text/ipv6_literal.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace dimma::orb {

namespace {

constexpr std::string_view blanks = " \t\r\n\f\v";

bool is_digit(char character) noexcept { return character >= '0' && character <= '9'; }
bool is_letter(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}
bool equal_ignoring_case(std::string_view left, std::string_view right) noexcept {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return to_lower_ascii(a) == to_lower_ascii(b); });
}
int hexadecimal_digit(char character) noexcept {
  if (is_digit(character)) return character - '0';
  const char small = to_lower_ascii(character);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// A part of a URL, with its position within the URL.
class Part {
 public:
  Part(std::string_view whole, std::size_t begin, std::size_t end) : whole_(whole), begin_(begin), end_(end) {}

  std::string_view text() const noexcept { return whole_.substr(begin_, end_ - begin_); }
  bool empty() const noexcept { return begin_ == end_; }
  Part sub(std::size_t begin, std::size_t end = std::string_view::npos) const {
    return {whole_, begin_ + begin, end == std::string_view::npos ? end_ : begin_ + end};
  }

  // Throws BAD_PARAM for an error at character `at` of this part.
  [[noreturn]] void refuse(std::uint32_t minor, std::size_t at, const std::string& what) const {
    throw CORBA::BAD_PARAM(
        minor, CORBA::COMPLETED_NO,
        "object URL " + quote(whole_) + ": at character " + std::to_string(begin_ + at + 1) + ", " + what);
  }

 private:
  std::string_view whole_;
  std::size_t begin_;
  std::size_t end_;
};

// The characters, in addition to letters and digits, that need no escape (7.6.10.2).
constexpr std::string_view unescaped = ";/:?@&=+$,-_.!~*'()";

std::string unescape(const Part& part, std::string_view what) {
  const std::string_view text = part.text();
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char character = text[i];
    if (character == '%') {
      const int high = i + 1 < text.size() ? hexadecimal_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hexadecimal_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) {
        part.refuse(minor::bad_param_scheme_specific, i, "'%' without two hexadecimal digits after it");
      }
      result += static_cast<char>(high << 4 | low);
      i += 2;
    } else if (is_letter(character) || is_digit(character) || unescaped.find(character) != std::string_view::npos) {
      result += character;
    } else {
      std::array<char, 4> escaped{};
      std::snprintf(escaped.data(), escaped.size(), "%%%02x",
                    static_cast<unsigned>(static_cast<unsigned char>(character)));
      part.refuse(minor::bad_param_scheme_specific, i,
                  "a character that must be written in " + std::string(what) + " as " + escaped.data());
    }
  }
  return result;
}

// Parses the "1.2@" before a host. Returns the number of characters consumed, which is 0 if there is no version.
std::size_t parse_version(const Part& part, std::uint8_t& minor) {
  const std::size_t at = part.text().find('@');
  if (at == std::string_view::npos) return 0;
  const std::string_view version = part.text().substr(0, at);
  if (version.size() != 3 || version[0] != '1' || version[1] != '.' || version[2] < '0' || version[2] > '2') {
    part.refuse(minor::bad_param_address, 0, "a GIOP version that is not 1.0, 1.1 or 1.2");
  }
  minor = static_cast<std::uint8_t>(version[2] - '0');
  return at + 1;
}

std::uint16_t parse_port(const Part& part) {
  const std::string_view text = part.text();
  std::uint32_t port = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i])) part.refuse(minor::bad_param_address, i, "a character that is not a digit in a port");
    port = port * 10 + static_cast<std::uint32_t>(text[i] - '0');
    if (port > 65535) part.refuse(minor::bad_param_address, 0, "a port above 65535");
  }
  if (port == 0) part.refuse(minor::bad_param_address, 0, text.empty() ? "a port is missing" : "port 0");
  return static_cast<std::uint16_t>(port);
}

// Parses "[::1]" or "[fe80::1%25eth0]", and sets `host` to the text within the brackets. Returns the number of
// characters consumed.
std::size_t parse_ipv6(const Part& part, std::string& host) {
  const std::string_view text = part.text();
  const std::size_t close = text.find(']');
  if (close == std::string_view::npos) part.refuse(minor::bad_param_address, 0, "'[' without ']'");
  if (close == 1) part.refuse(minor::bad_param_address, 1, "an address is missing between the brackets");
  const std::size_t zone = std::min(text.find('%'), close);
  for (std::size_t i = 1; i < zone; ++i) {
    const bool fits = hexadecimal_digit(text[i]) >= 0 || text[i] == ':' || text[i] == '.';
    if (!fits) part.refuse(minor::bad_param_address, i, "a character that an IPv6 address cannot have");
  }
  const auto literal = ipv6_literal(text.substr(1, close - 1));
  if (!literal) {
    part.refuse(minor::bad_param_address, zone,
                "not the zone of an IPv6 address, as in [fe80::1%25eth0] or [fe80::1%eth0]");
  }
  host = *literal;
  return close + 1;
}

std::size_t parse_host_name(const Part& part, std::string& host) {
  const std::string_view text = part.text();
  const std::size_t end = std::min(text.find(':'), text.size());
  for (std::size_t i = 0; i < end; ++i) {
    const char character = text[i];
    if (!is_letter(character) && !is_digit(character) && character != '.' && character != '-' && character != '_') {
      part.refuse(minor::bad_param_address, i, "a character that a host name cannot have");
    }
  }
  if (end == 0) part.refuse(minor::bad_param_address, 0, "a host is missing");
  host = text.substr(0, end);
  return end;
}

// Parses an address such as "1.2@host:2809".
Corbaloc::Address parse_iiop_address(const Part& part, bool has_tls) {
  Corbaloc::Address address;
  address.has_tls = has_tls;
  if (has_tls) address.giop_minor = 2;
  const Part behind_version = part.sub(parse_version(part, address.giop_minor));
  if (has_tls && address.giop_minor == 0) {
    part.refuse(minor::bad_param_address, 0, "GIOP 1.0, whose references cannot name ssliop");
  }
  const bool is_ipv6 = behind_version.text().starts_with('[');
  const std::size_t host_size = is_ipv6 ? parse_ipv6(behind_version, address.host)  //
                                        : parse_host_name(behind_version, address.host);
  const Part behind_host = behind_version.sub(host_size);
  if (behind_host.empty()) return address;
  if (behind_host.text().front() != ':') {
    behind_host.refuse(minor::bad_param_address, 0, "expected ':' and a port, ',' or '/'");
  }
  address.port = parse_port(behind_host.sub(1));
  return address;
}

// Parses a list of addresses such as "iiop:1.2@host,:other" or "rir:".
std::vector<Corbaloc::Address> parse_addresses(const Part& part) {
  const std::string_view text = part.text();
  std::vector<Corbaloc::Address> addresses;
  std::size_t begin = 0;
  while (true) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    const Part one = part.sub(begin, comma);
    const std::size_t colon = one.text().find(':');
    if (colon == std::string_view::npos) {
      one.refuse(minor::bad_param_address, 0, "expected a protocol and ':', as in \"iiop:host\" or \":host\"");
    }
    const std::string_view protocol = one.text().substr(0, colon);
    const Part address = one.sub(colon + 1);
    if (equal_ignoring_case(protocol, "rir")) {
      if (begin != 0 || comma != text.size())
        one.refuse(minor::bad_param_address, 0, "rir together with other addresses");
      if (!address.empty()) address.refuse(minor::bad_param_address, 0, "rir has no address");
      return {};
    }
    const bool has_tls = equal_ignoring_case(protocol, "ssliop");
    if (!protocol.empty() && !equal_ignoring_case(protocol, "iiop") && !has_tls) {
      one.refuse(minor::bad_param_address, 0,
                 "unknown protocol " + quote(protocol) +
                     "; expected iiop, ssliop or rir. A host without a protocol is preceded by \":\", as in "
                     "\"corbaloc::host:port/key\"");
    }
    addresses.push_back(parse_iiop_address(address, has_tls));
    if (comma == text.size()) return addresses;
    begin = comma + 1;
  }
}

// Parses the part that corbaloc and corbaname have in common: addresses and a key.
Corbaloc parse_location(const Part& part, bool names_context) {
  const std::size_t slash = std::min(part.text().find('/'), part.text().size());
  Corbaloc location;
  location.addresses = parse_addresses(part.sub(0, slash));
  std::string key;
  if (slash < part.text().size()) key = unescape(part.sub(slash + 1), "a key");
  if (key.empty() && (names_context || location.is_initial_reference())) key = default_key;
  const auto* const octets = reinterpret_cast<const std::byte*>(key.data());
  location.object_key.assign(octets, octets + key.size());
  return location;
}

Corbaname parse_corbaname(const Part& part) {
  const std::size_t hash = std::min(part.text().find('#'), part.text().size());
  Corbaname url;
  url.context = parse_location(part.sub(0, hash), true);
  if (hash < part.text().size()) url.name = unescape(part.sub(hash + 1), "a name");
  return url;
}

FileUrl parse_file(const Part& part) {
  if (!part.text().starts_with("//")) part.refuse(minor::bad_param_scheme_specific, 0, "expected \"//\" and a path");
  if (part.text().size() == 2) part.refuse(minor::bad_param_scheme_specific, 2, "a path is missing");
  if (const std::size_t zero = part.text().find('\0'); zero != std::string_view::npos) {
    part.refuse(minor::bad_param_scheme_specific, zero, "a zero character in a path");
  }
  // The host "localhost" is allowed (RFC 8089, 2). A path that does not begin with a slash is an extension of dimma.
  constexpr std::string_view this_machine = "//localhost/";
  const std::size_t begin = part.text().starts_with(this_machine) ? this_machine.size() - 1 : 2;
  return {std::string(part.text().substr(begin))};
}

std::string_view without_blanks(std::string_view text) noexcept {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

[[noreturn]] void refuse_file(const FileUrl& file, const std::string& why) {
  throw CORBA::BAD_PARAM(minor::bad_param_file, CORBA::COMPLETED_NO, "file \"" + file.path + "\": " + why);
}

}  // namespace

ObjectUrl parse_object_url(std::string_view text) {
  text = without_blanks(text);
  const std::size_t colon = text.find(':');
  const std::string_view scheme = text.substr(0, std::min(colon, text.size()));
  const Part rest(text, std::min(scheme.size() + 1, text.size()), text.size());
  if (colon != std::string_view::npos) {
    if (equal_ignoring_case(scheme, "IOR")) return parse_ior(text);
    if (equal_ignoring_case(scheme, "corbaloc")) return parse_location(rest, false);
    if (equal_ignoring_case(scheme, "corbaname")) return parse_corbaname(rest);
    if (equal_ignoring_case(scheme, "file")) return parse_file(rest);
  }
  Part(text, 0, text.size())
      .refuse(minor::bad_param_scheme, 0,
              "unknown scheme: expected \"IOR:\", \"corbaloc:\", \"corbaname:\" or \"file://\"");
}

std::string read_reference(const FileUrl& file) {
  constexpr std::size_t characters_max = std::size_t{1} << 20;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.path.c_str(), "rbe"), std::fclose);
  if (!opened) refuse_file(file, std::generic_category().message(errno));
  std::string text(characters_max + 1, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), opened.get()));
  if (std::ferror(opened.get()) != 0) refuse_file(file, std::generic_category().message(errno));
  if (text.size() > characters_max) refuse_file(file, "it is too long for a reference");
  const std::string_view reference = without_blanks(text);
  if (reference.empty()) refuse_file(file, "no reference found; has the server that writes it ended with an error?");
  return std::string(reference);
}

}  // namespace dimma::orb
