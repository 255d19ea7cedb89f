#pragma once
// Owners of OpenSSL's objects, and OpenSSL's error texts.

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

// Called before any other function of OpenSSL: OpenSSL must not free its data when the process exits, since threads of
// an ORB that has not been destroyed still use it. No effect in a program that has used OpenSSL before.
void keep_openssl_until_the_end() noexcept;

// Clears the thread's error queue, as required before a call whose result is passed to SSL_get_error().
// ERR_clear_error() visits all of the queue's entries even if there is no error, which takes longer than encrypting a
// record.
void clear_ssl_errors() noexcept;

// Clears the thread's error queue and returns its text, oldest error first; `otherwise` if the queue is empty.
std::string take_ssl_errors(std::string_view otherwise);

}  // namespace dimma::transport
