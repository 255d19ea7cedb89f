#include "services/store/etcd/endpoint.hpp"

#include "base/text/ipv6_literal.hpp"

#include <dimma/store.hpp>

#include <charconv>
#include <string_view>
#include <system_error>

namespace dimma::store::etcd {

Endpoint endpoint_of(const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    throw StoreError(StoreError::Kind::refused,
                     "the endpoint '" + text + "' of etcd " + why + ": expected http[s]://HOST:PORT");
  };
  std::string rest = text;
  const bool is_tls = rest.starts_with("https://");
  if (is_tls) rest.erase(0, 8);
  if (!is_tls && rest.starts_with("http://")) rest.erase(0, 7);
  const auto colon = rest.rfind(':');
  if (colon == std::string::npos || rest.find(']', colon) != std::string::npos) refuse("has no port");
  Endpoint endpoint{rest.substr(0, colon), rest.substr(colon + 1), is_tls};
  if (endpoint.host.size() > 1 && endpoint.host.front() == '[' && endpoint.host.back() == ']') {
    const auto literal = ipv6_literal(std::string_view(endpoint.host).substr(1, endpoint.host.size() - 2));
    if (!literal) refuse("has no IPv6 address in its brackets");
    endpoint.host = *literal;
  } else if (endpoint.host.find(':') != std::string::npos) {
    refuse("has an IPv6 address without brackets");
  }
  if (endpoint.host.empty() || endpoint.host.find_first_of(" /?#@[]\r\n") != std::string::npos) refuse("has no host");
  unsigned port = 0;
  const char* const end = endpoint.port.data() + endpoint.port.size();
  const auto [stopped, error] = std::from_chars(endpoint.port.data(), end, port);
  if (error != std::errc() || stopped != end || port == 0 || port > 65535) refuse("has no port from 1 to 65535");
  return endpoint;
}

std::string text_of(const Endpoint& endpoint) {
  const bool is_ipv6 = endpoint.host.find(':') != std::string::npos;
  return (is_ipv6 ? '[' + endpoint.host + ']' : endpoint.host) + ':' + endpoint.port;
}

}  // namespace dimma::store::etcd
