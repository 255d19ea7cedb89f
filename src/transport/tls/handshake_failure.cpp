#include "transport/tls/handshake_failure.hpp"

#include "base/log/log.hpp"
#include "transport/tls/peer_certificate.hpp"

#include <string_view>

#include <openssl/err.h>
#include <openssl/x509v3.h>

namespace dimma::transport {
namespace {

std::string_view language_of(std::span<const std::byte> received) {
  const std::string_view text(reinterpret_cast<const char*>(received.data()), received.size());
  if (text.starts_with("GIOP")) return "GIOP without TLS";
  for (const std::string_view method : {"GET ", "POST ", "HEAD ", "PUT ", "HTTP/", "OPTIONS ", "CONNECT "}) {
    if (text.starts_with(method)) return "HTTP";
  }
  return text.starts_with("SSH-") ? "SSH" : std::string_view();
}

int refused_certificate_index() noexcept {
  static const int index = SSL_get_ex_new_index(
      0, nullptr, nullptr, nullptr,
      [](void*, void* kept, CRYPTO_EX_DATA*, int, long, void*) { X509_free(static_cast<X509*>(kept)); });
  return index;
}

std::string names_in(const X509& certificate) {
  const auto read = read_certificate(certificate);
  constexpr std::size_t letters_max = 200;
  std::string names;
  for (const auto* const some : {&read.dns_names, &read.ip_addresses}) {
    for (const auto& name : *some) {
      if (names.size() < letters_max) names += (names.empty() ? "" : ", ") + name;
    }
  }
  return names;
}

std::string wanted_name(SSL& ssl) {
  X509_VERIFY_PARAM* const wanted = SSL_get0_param(&ssl);
  if (const char* const host = X509_VERIFY_PARAM_get0_host(wanted, 0)) return host;
  const std::unique_ptr<char, decltype([](char* text) { OPENSSL_free(text); })> address(
      X509_VERIFY_PARAM_get1_ip_asc(wanted));
  return address ? address.get() : "";
}

std::string wrong_name(SSL& ssl) {
  std::string text = "the peer's certificate is not for " + wanted_name(ssl);
  const auto* const certificate = static_cast<const X509*>(SSL_get_ex_data(&ssl, refused_certificate_index()));
  const auto names = certificate != nullptr ? names_in(*certificate) : std::string();
  return names.empty() ? text : text + " but for " + names;
}

const char* remedy_for(long verified) {
  switch (verified) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_UNTRUSTED:
      return "; its issuer is not one of the trusted authorities (--dimma-tls-authorities FILE)";
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "; the peer needs a new certificate, unless the clock of this machine is wrong";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "; check the clocks of this machine and of the authority";
    default:
      return "";
  }
}

}  // namespace

void keep_refused_certificate(X509_STORE_CTX& check) noexcept {
  auto* const ssl = static_cast<SSL*>(X509_STORE_CTX_get_ex_data(&check, SSL_get_ex_data_X509_STORE_CTX_idx()));
  X509* const certificate = X509_STORE_CTX_get0_cert(&check);
  if (ssl == nullptr || certificate == nullptr || SSL_get_ex_data(ssl, refused_certificate_index()) != nullptr) return;
  X509_up_ref(certificate);
  if (SSL_set_ex_data(ssl, refused_certificate_index(), certificate) != 1) X509_free(certificate);
}

bool is_refusal(const SSL& ssl) noexcept { return SSL_get_verify_result(&ssl) != X509_V_OK; }

std::string handshake_failure(SSL& ssl, std::span<const std::byte> received) {
  const auto errors = take_ssl_errors("OpenSSL gives no reason");
  const long verified = SSL_get_verify_result(&ssl);
  if (verified == X509_V_ERR_HOSTNAME_MISMATCH || verified == X509_V_ERR_IP_ADDRESS_MISMATCH) return wrong_name(ssl);
  if (verified != X509_V_OK) {
    return std::string("the peer's certificate was rejected: ") + X509_verify_cert_error_string(verified) +
           remedy_for(verified);
  }
  const auto language = language_of(received);
  return language.empty() ? errors : "the peer speaks " + std::string(language) + " (" + errors + ")";
}

std::string connection_failure() {
  const int reason = ERR_GET_REASON(ERR_peek_error());
  const auto errors = take_ssl_errors("the peer violated the TLS protocol");
  switch (reason) {
    case SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED:
      return "the server requires a client certificate, and this client has none (--dimma-tls-certificate FILE, "
             "--dimma-tls-key FILE): " +
             errors;
    case SSL_R_TLSV1_ALERT_UNKNOWN_CA:
      return "the peer does not trust the authority of this end's certificate: " + errors;
    default:
      return errors;
  }
}

void log_handshake_failure(const Endpoint& peer, const std::string& why, const Result& result) noexcept {
  log::write(log::Event::handshake_failed, [&] {
    const auto whom = to_string(peer);
    return log::Entry{.text = "TLS handshake with " + whom + " failed: " + (why.empty() ? describe(result) : why),
                      .peer = whom};
  });
}

}  // namespace dimma::transport
