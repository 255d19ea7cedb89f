#include "services/naming/text/urls.hpp"

#include "base/text/ipv6_literal.hpp"
#include "services/naming/text/names.hpp"

#include <charconv>

namespace dimma::naming {

namespace {

constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::string_view url_marks = ";/:?@&=+$,-_.!~*'()";
constexpr std::string_view hex_digits = "0123456789abcdefABCDEF";

bool is_one_of(char c, std::string_view set) noexcept { return c != '\0' && set.find(c) != std::string_view::npos; }
bool stands_for_itself(char c) noexcept { return is_one_of(c, letters_and_digits) || is_one_of(c, url_marks); }

void append_hex(std::string& out, char c) {
  const auto octet = static_cast<unsigned char>(c);
  out += {'%', hex_digits[octet >> 4], hex_digits[octet & 15]};
}

// Parses the text after "corbaloc:" (CORBA 3.3 part 2, 7.6.10.1), to check that it is well-formed.
class AddressReader {
 public:
  explicit AddressReader(std::string_view text) : text_(text), end_(text.find('/')) {
    if (end_ == std::string_view::npos) end_ = text.size();
  }

  void check_addresses() {
    if (text_.empty()) refuse("expected an address, as in \":host\" or \":host:2809/NameService\"");
    if (text_.substr(0, end_) == "rir:") return;
    check_address();
    while (at_ < end_) {
      ++at_;  // the comma
      check_address();
    }
  }

  // Returns the key with missing escapes added: empty, or beginning with a slash.
  std::string key() {
    std::string key;
    for (at_ = end_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '%') {
        if (!is_hex(at_ + 1) || !is_hex(at_ + 2)) refuse("expected two hexadecimal digits after '%' in the key");
        key += '%';
      } else if (stands_for_itself(text_[at_])) {
        key += text_[at_];
      } else {
        append_hex(key, text_[at_]);
      }
    }
    return key;
  }

  std::string_view addresses() const noexcept { return text_.substr(0, end_); }

 private:
  [[noreturn]] void refuse(const char* expected) const { throw AddressError(text_, at_, expected); }
  bool is_hex(std::size_t at) const noexcept { return at < text_.size() && is_one_of(text_[at], hex_digits); }
  bool more() const noexcept { return at_ < end_ && text_[at_] != ','; }
  std::string_view take(std::string_view set) noexcept {
    const std::size_t begin = at_;
    while (more() && is_one_of(text_[at_], set)) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  void check_address() {
    const std::string_view protocol = take(letters_and_digits);
    if (!more() || text_[at_] != ':') refuse("expected ':' or \"iiop:\" before a host");
    ++at_;
    if (protocol == "rir") refuse("expected no other address with \"rir:\"");
    if (protocol.empty() || protocol == "iiop") {
      check_version();
      check_host();
      if (more() && text_[at_] == ':') check_port();
    } else {
      check_other_protocol();
    }
    if (more()) refuse("expected ',', '/' or the end after an address");
  }

  void check_version() {
    const std::size_t begin = at_;
    const bool is_version = take("0123456789").size() == 1 && more() && text_[at_] == '.' && ++at_ <= end_ &&
                            take("0123456789").size() == 1 && more() && text_[at_] == '@';
    if (!is_version) {
      at_ = begin;
      return;
    }
    if (text_[begin] != '1') {
      at_ = begin;
      refuse("expected a version of GIOP, as in \"1.2@host\"");
    }
    ++at_;
  }

  void check_host() {
    if (more() && text_[at_] == '[') {
      const std::size_t begin = ++at_;
      while (more() && text_[at_] != ']') ++at_;
      if (!more() || !ipv6_literal(text_.substr(begin, at_ - begin))) {
        if (more()) at_ = begin;
        refuse("expected an IPv6 address and ']', as in [::1] or [fe80::1%25eth0]");
      }
      ++at_;
      return;
    }
    const std::size_t begin = at_;
    while (more() && (is_one_of(text_[at_], letters_and_digits) || is_one_of(text_[at_], "-._"))) ++at_;
    if (at_ == begin) refuse("expected a host");
  }

  void check_port() {
    const std::size_t begin = ++at_;
    const std::string_view digits = take("0123456789");
    unsigned port = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (digits.empty() || error != std::errc{} || last != digits.data() + digits.size() || port == 0 || port > 65'535) {
      at_ = begin;
      refuse("expected a port from 1 to 65535 after ':'");
    }
  }

  // Skips an address of another protocol, whose form is unknown.
  void check_other_protocol() {
    const std::size_t begin = at_;
    while (more() && (stands_for_itself(text_[at_]) || text_[at_] == '%')) ++at_;
    if (at_ == begin) refuse("expected the protocol's address");
  }

  std::string_view text_;
  std::size_t end_;  // the end of the addresses
  std::size_t at_ = 0;
};

}  // namespace

std::string escape_for_url(std::string_view octets) {
  std::string out;
  out.reserve(octets.size());
  for (const char c : octets) {
    if (stands_for_itself(c)) {
      out += c;
    } else {
      append_hex(out, c);
    }
  }
  return out;
}

std::string corbaname_url(std::string_view address, std::string_view stringified_name) {
  AddressReader reader(address);
  reader.check_addresses();
  std::string url = "corbaname:" + std::string(reader.addresses()) + reader.key();
  if (stringified_name.empty()) return url;
  parse_name(stringified_name);
  return url + '#' + escape_for_url(stringified_name);
}

}  // namespace dimma::naming
