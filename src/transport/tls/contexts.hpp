#pragma once
// OpenSSL's objects for credentials, read from their files.

#include "transport/secure.hpp"
#include "transport/tls/openssl.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dimma::transport {

// The state of a file when it was read.
struct FileStamp {
  std::string path;
  std::uint64_t inode = 0;
  std::int64_t octets = 0;
  std::int64_t changed_ns = 0;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Made once, and shared by all connections that are opened until newer ones are made.
struct Contexts {
  tls::Credentials credentials;
  std::vector<FileStamp> files;
  std::uint64_t generation = 0;  // tells them from all others of this process
  SslContext client;
  SslContext server;  // nullptr: there is no certificate
};

// Throws CredentialsError.
Contexts make_contexts(const tls::Credentials& credentials);

// The credentials' files as they are now.
std::vector<FileStamp> stamps_of(const tls::Credentials& credentials);

// Lets sessions that clients have of `before` be resumed with `after`, if they would be trusted as before.
void hand_over_sessions(const Contexts& before, Contexts& after) noexcept;

}  // namespace dimma::transport
