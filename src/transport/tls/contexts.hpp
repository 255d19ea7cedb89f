#pragma once
// The OpenSSL contexts for credentials, made from their files.

#include "transport/secure.hpp"
#include "transport/tls/ssl/openssl.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dimma::transport {

// The state of a file at the time when it was read.
struct FileStamp {
  std::string path;
  std::uint64_t inode = 0;
  std::int64_t octets = 0;
  std::int64_t changed_ns = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Immutable, and shared by all connections that are opened until newer contexts are made.
struct Contexts {
  tls::Credentials credentials;
  std::vector<FileStamp> files;
  std::uint64_t generation = 0;  // unique in this process
  SslContext client;
  SslContext server;  // nullptr without a certificate
};

// Throws CredentialsError.
Contexts make_contexts(const tls::Credentials& credentials);

// Returns the current state of the credentials' files.
std::vector<FileStamp> stamps_of(const tls::Credentials& credentials);

// Lets sessions that clients have from `before` be resumed with `after`, if they would still be trusted.
void hand_over_sessions(const Contexts& before, Contexts& after) noexcept;

}  // namespace dimma::transport
