#include "idl/server/protocol/uri.hpp"

namespace dimma::idl {
namespace {

constexpr std::string_view file_scheme = "file://";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Returns true for characters that RFC 3986 allows in a path without escaping.
bool stands_for_itself(char c) {
  const bool is_alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_alphanumeric || std::string_view("-._~/").find(c) != std::string_view::npos;
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  if (!uri.starts_with(file_scheme)) return std::string(uri);
  const std::size_t slash = uri.find('/', file_scheme.size());  // after the host, which is empty or "localhost"
  if (slash == std::string_view::npos) return std::string(uri);
  std::string path;
  for (std::size_t at = slash; at < uri.size(); ++at) {
    const int high = uri[at] == '%' && at + 2 < uri.size() ? hex_digit(uri[at + 1]) : -1;
    const int low = high >= 0 ? hex_digit(uri[at + 2]) : -1;
    if (low >= 0) at += 2;
    path += low >= 0 ? static_cast<char>(high * 16 + low) : uri[at];
  }
  return path;
}

std::string uri_of_path(std::string_view path) {
  if (!path.starts_with('/')) return std::string(path);
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri(file_scheme);
  for (const char c : path) {
    if (stands_for_itself(c)) {
      uri += c;
    } else {
      const auto octet = static_cast<unsigned char>(c);
      uri += {'%', digits[octet / 16], digits[octet % 16]};
    }
  }
  return uri;
}

}  // namespace dimma::idl
