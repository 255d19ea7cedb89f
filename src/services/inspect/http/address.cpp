#include "services/inspect/http/address.hpp"

#include "base/text/ipv6_literal.hpp"

#include <boost/asio/ip/address.hpp>

#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace dimma::inspect {

namespace {

constexpr std::string_view forms = "expected HOST:PORT, https://HOST:PORT, unix:PATH, or unix";

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw std::invalid_argument("'" + text + "' " + why);
}

std::optional<std::uint16_t> read_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool is_localhost(std::string_view name) {
  constexpr std::string_view localhost = "localhost";
  return std::equal(name.begin(), name.end(), localhost.begin(), localhost.end(),
                    [](char one, char other) { return (one >= 'A' && one <= 'Z' ? one + 32 : one) == other; });
}

struct HostAndPort {
  std::string host;
  std::string_view port;  // text after the colon
  bool has_port = false;
  bool has_brackets = false;
};

std::optional<HostAndPort> split(std::string_view text) {
  HostAndPort parts;
  std::size_t colon = 0;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    const auto literal = ipv6_literal(text.substr(1, end - 1));
    if (!literal) return std::nullopt;
    parts.host = *literal;
    parts.has_brackets = true;
    colon = end + 1;
    if (colon != text.size() && text[colon] != ':') return std::nullopt;
  } else {
    colon = std::min(text.find(':'), text.size());
    parts.host = text.substr(0, colon);
  }
  parts.has_port = colon != text.size();
  if (parts.has_port) parts.port = text.substr(colon + 1);
  return parts;
}

using IpAddress = boost::asio::ip::address;

std::optional<IpAddress> ip_address(const HostAndPort& parts) {
  if (!parts.has_brackets && is_localhost(parts.host)) return boost::asio::ip::address_v4::loopback();
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(parts.host, error);
  if (error || address.is_v6() != parts.has_brackets) return std::nullopt;
  return address;
}

bool is_loopback(const HostAndPort& parts) {
  const auto address = ip_address(parts);
  return address && address->is_loopback();
}

}  // namespace

Address read_address(const std::string& text) {
  if (text == "unix") return {Address::Kind::abstract, "dimma-inspect-" + std::to_string(getpid()), 0};
  constexpr std::string_view unix_prefix = "unix:";
  if (text.starts_with(unix_prefix)) {
    std::string path = text.substr(unix_prefix.size());
    if (path.empty() || path.front() == '@') refuse(text, "has no path: " + std::string(forms));
    if (path.size() >= sizeof(sockaddr_un::sun_path)) {
      refuse(text, "is too long for a socket: the path is limited to " +
                       std::to_string(sizeof(sockaddr_un::sun_path) - 1) + " octets");
    }
    return {Address::Kind::path, std::move(path), 0};
  }
  constexpr std::string_view tls_prefix = "https://";
  const bool says_tls = text.starts_with(tls_prefix);
  const auto parts = split(std::string_view(text).substr(says_tls ? tls_prefix.size() : 0));
  const auto port = parts ? read_port(parts->port) : std::nullopt;
  if (!parts || parts->host.empty() || !parts->has_port) refuse(text, "is not such an address: " + std::string(forms));
  const auto host = ip_address(*parts);
  if (!host) refuse(text, "is not such an address: HOST is localhost or an IP address, an IPv6 address in brackets");
  if (!port) refuse(text, "has no port from 0 to 65535: " + std::string(forms));
  return {Address::Kind::tcp, host->to_string(), *port, host->is_loopback(), says_tls || !host->is_loopback()};
}

bool is_loopback_host(std::string_view host) {
  const auto parts = split(host);
  return parts && (!parts->has_port || read_port(parts->port)) && is_loopback(*parts);
}

}  // namespace dimma::inspect
