#include "services/inspect/http/guard.hpp"

#include "reactor/descriptor.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace dimma::inspect {

namespace {

constexpr std::size_t token_octets_min = 16;
constexpr std::size_t token_octets_max = 1024;
constexpr std::string_view blanks = " \t\r\n";
constexpr const char* how_to_make = "make one with `(umask 077; openssl rand -hex 32 > FILE)`";

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string random_text() {
  std::array<unsigned char, 32> octets{};
  if (getrandom(octets.data(), octets.size(), 0) != static_cast<ssize_t>(octets.size())) {
    throw std::system_error(errno, std::generic_category());
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const unsigned char octet : octets) text.append(1, digits[octet >> 4U]).append(1, digits[octet & 15U]);
  return text;
}

int digit_of(char character) noexcept {
  if (character >= '0' && character <= '9') return character - '0';
  const char small = static_cast<char>(character | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Decodes a field of a form (application/x-www-form-urlencoded).
std::string decoded(std::string_view field) {
  std::string text;
  for (std::size_t at = 0; at < field.size(); ++at) {
    const bool is_escape =
        field[at] == '%' && at + 2 < field.size() && digit_of(field[at + 1]) >= 0 && digit_of(field[at + 2]) >= 0;
    if (is_escape) {
      text += static_cast<char>(digit_of(field[at + 1]) * 16 + digit_of(field[at + 2]));
      at += 2;
    } else {
      text += field[at] == '+' ? ' ' : field[at];
    }
  }
  return text;
}

}  // namespace

// Compares in constant time. The length is not secret.
bool is_same_secret(std::string_view given, std::string_view secret) noexcept {
  if (given.size() != secret.size()) return false;
  volatile unsigned difference = 0;
  for (std::size_t at = 0; at < secret.size(); ++at) {
    difference = difference | (static_cast<unsigned char>(given[at]) ^ static_cast<unsigned char>(secret[at]));
  }
  return difference == 0;
}

std::string fault_of_token(std::string_view token) {
  if (token.size() < token_octets_min || token.size() > token_octets_max) {
    return "a token has " + std::to_string(token_octets_min) + " to " + std::to_string(token_octets_max) +
           " characters, not " + std::to_string(token.size()) + ": " + how_to_make;
  }
  if (!std::all_of(token.begin(), token.end(), [](char one) { return one > 0x20 && one < 0x7f; })) {
    return std::string("a token has only visible ASCII characters: ") + how_to_make;
  }
  return {};
}

std::string read_token(const std::string& file) {
  const auto refuse = [&file](const std::string& why) { throw std::invalid_argument(file + ": " + why); };
  const reactor::Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened) refuse(std::generic_category().message(errno));
  struct stat status {};
  if (fstat(opened.get(), &status) != 0) refuse(std::generic_category().message(errno));
  if (!S_ISREG(status.st_mode)) refuse("it is not a regular file");
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) refuse("others can read or write it: chmod 600 it");
  if (status.st_uid != geteuid() && status.st_uid != 0) refuse("it belongs to another user");
  std::array<char, token_octets_max + 64> octets{};
  const ssize_t count = read(opened.get(), octets.data(), octets.size());
  if (count < 0) refuse(std::generic_category().message(errno));
  std::string token(without_blanks({octets.data(), static_cast<std::size_t>(count)}));
  if (const auto fault = fault_of_token(token); !fault.empty()) refuse(fault);
  return token;
}

// A cookie whose name begins with __Host- can be set only by this host, and only over TLS (RFC 6265bis, 4.1.3.2).
Guard::Guard(std::string token, bool has_tls, unsigned port)
    : token_(std::move(token)),
      cookie_name_((has_tls ? "__Host-dimma-" : "dimma-") + std::to_string(port)),
      session_(random_text()),
      has_tls_(has_tls) {}

bool Guard::admits(std::string_view authorization, std::string_view cookies) const noexcept {
  constexpr std::string_view scheme = "bearer ";
  const bool is_bearer = authorization.size() > scheme.size() &&
                         std::equal(scheme.begin(), scheme.end(), authorization.begin(), [](char small, char given) {
                           return small == (given >= 'A' && given <= 'Z' ? given + 32 : given);
                         });
  if (is_bearer && is_token(without_blanks(authorization.substr(scheme.size())))) return true;
  while (!cookies.empty()) {
    const auto end = std::min(cookies.find(';'), cookies.size());
    const auto cookie = without_blanks(cookies.substr(0, end));
    const auto equals = std::min(cookie.find('='), cookie.size());
    if (cookie.substr(0, equals) == cookie_name_ && equals != cookie.size() &&
        is_same_secret(cookie.substr(equals + 1), session_)) {
      return true;
    }
    cookies.remove_prefix(std::min(end + 1, cookies.size()));
  }
  return false;
}

bool Guard::is_token_in_form(std::string_view form) const {
  constexpr std::string_view name = "token=";
  if (!form.starts_with(name)) return false;
  const auto value = form.substr(name.size());
  return is_token(without_blanks(decoded(value.substr(0, value.find('&')))));
}

std::string Guard::cookie() const {
  return cookie_name_ + '=' + session_ + "; Path=/; HttpOnly; SameSite=Strict" + (has_tls_ ? "; Secure" : "");
}

}  // namespace dimma::inspect
