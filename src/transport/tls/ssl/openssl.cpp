#include "transport/tls/ssl/openssl.hpp"

#include <openssl/crypto.h>
#include <openssl/err.h>

namespace dimma::transport {

void keep_openssl_until_the_end() noexcept { OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr); }

void clear_ssl_errors() noexcept {
  if (ERR_peek_error() != 0) ERR_clear_error();
}

std::string take_ssl_errors(std::string_view otherwise) {
  std::string text;
  const char* data = nullptr;
  int flags = 0;
  while (const unsigned long error = ERR_get_error_all(nullptr, nullptr, nullptr, &data, &flags)) {
    const char* const reason = ERR_reason_error_string(error);
    if (!text.empty()) text += "; ";
    text += reason != nullptr ? reason : "error " + std::to_string(error);
    const bool has_words = (flags & ERR_TXT_STRING) != 0 && data != nullptr && *data != '\0';
    if (has_words) text.append(" (").append(data).append(")");
  }
  return text.empty() ? std::string(otherwise) : text;
}

}  // namespace dimma::transport
