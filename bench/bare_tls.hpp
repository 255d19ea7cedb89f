#pragma once
// The common part of both ends of the bare loop over TLS: OpenSSL on blocking descriptors, used as its manual shows.

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bench {

// The cipher that two ends of dimma agree on.
inline constexpr const char* bare_cipher = "TLS_AES_256_GCM_SHA384";

// The first octets that a client sends over a connection.
struct BareSizes {
  std::uint32_t request = 0;
  std::uint32_t reply = 0;
};

struct FreeSsl {
  void operator()(SSL* ssl) const noexcept { SSL_free(ssl); }
  void operator()(SSL_CTX* context) const noexcept { SSL_CTX_free(context); }
  void operator()(SSL_SESSION* session) const noexcept { SSL_SESSION_free(session); }
};
using BareSsl = std::unique_ptr<SSL, FreeSsl>;
using BareContext = std::unique_ptr<SSL_CTX, FreeSsl>;
using BareSession = std::unique_ptr<SSL_SESSION, FreeSsl>;

[[noreturn]] inline void fail_of_tls(const std::string& what) {
  const char* const reason = ERR_reason_error_string(ERR_get_error());
  throw std::runtime_error(what + ": " + (reason != nullptr ? reason : "the connection is gone"));
}

inline BareContext bare_context(const SSL_METHOD* method) {
  BareContext context(SSL_CTX_new(method));
  if (!context || SSL_CTX_set_min_proto_version(context.get(), TLS1_3_VERSION) != 1 ||
      SSL_CTX_set_ciphersuites(context.get(), bare_cipher) != 1) {
    fail_of_tls("SSL_CTX_new");
  }
  SSL_CTX_set_read_ahead(context.get(), 1);  // a record in one system call instead of two
  return context;
}

inline void write_all(SSL& ssl, const void* from, std::size_t octets) {
  std::size_t written = 0;
  if (octets != 0 && SSL_write_ex(&ssl, from, octets, &written) != 1) fail_of_tls("SSL_write");
}

// Returns false when the peer has closed the connection.
inline bool read_all(SSL& ssl, void* into, std::size_t octets) {
  auto* to = static_cast<std::byte*>(into);
  for (std::size_t left = octets; left != 0;) {
    std::size_t read = 0;
    if (SSL_read_ex(&ssl, to, left, &read) != 1) return false;
    to += read;
    left -= read;
  }
  return true;
}

}  // namespace bench
