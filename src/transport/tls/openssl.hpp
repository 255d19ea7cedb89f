#pragma once
// Owners of OpenSSL's objects, and its errors in words.

#include <memory>
#include <string>
#include <string_view>

#include <openssl/ssl.h>

namespace dimma::transport {

template <auto Free>
struct FreeBy {
  template <class Object>
  void operator()(Object* object) const noexcept {
    Free(object);
  }
};

using SslContext = std::unique_ptr<SSL_CTX, FreeBy<SSL_CTX_free>>;
using Ssl = std::unique_ptr<SSL, FreeBy<SSL_free>>;
using SslSession = std::unique_ptr<SSL_SESSION, FreeBy<SSL_SESSION_free>>;

// Called before any other function of OpenSSL: OpenSSL must not free its data while the process ends, as threads of an
// ORB that the program has not destroyed go on using it. Has no effect in a program that has used OpenSSL before.
void keep_openssl_until_the_end() noexcept;

// Empties the thread's error queue, as is required before a call whose result SSL_get_error() is to explain.
// ERR_clear_error() goes through all of its places even if there is no error, which takes longer than a record's
// encryption.
void clear_ssl_errors() noexcept;

// Empties the thread's error queue and returns its text, the first error first; `otherwise` if it is empty.
std::string take_ssl_errors(std::string_view otherwise);

}  // namespace dimma::transport
