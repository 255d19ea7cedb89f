#include "services/store/etcd/tls.hpp"

#include "base/text/ipv6_literal.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

namespace dimma::store::etcd {
namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

void check_file(const std::string& file, const char* wanted, const error_code& error) {
  if (!error) return;
  throw StoreError(StoreError::Kind::refused,
                   "TLS to etcd: '" + file + "' has no " + wanted + " in PEM form: " + error.message());
}

bool is_reason(const error_code& error, int reason) {
  return error.category() == boost::asio::error::get_ssl_category() &&
         ERR_GET_REASON(static_cast<unsigned long>(error.value())) == reason;
}

// Returns true for a numeric address. Does not use the system's resolver.
bool is_address(const std::string& host) {
  error_code error;
  boost::asio::ip::make_address(host, error);
  return !error;
}

std::string remedy_for(long verified, const Endpoint& endpoint) {
  switch (verified) {
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
      return "; set the certificate of its authority (EtcdOptions::authorities, dimma-naming "
             "--etcd-authorities)";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "; the endpoint must be named as in the certificate, and '" + endpoint.host + "' is not in it";
    default:
      return {};
  }
}

}  // namespace

Tls::Tls(const EtcdOptions& options)
    : context_(std::make_unique<ssl::context>(ssl::context::tls_client)),
      has_certificate_(!options.certificate_chain.empty()) {
  error_code error;
  SSL_CTX_set_min_proto_version(context_->native_handle(), TLS1_2_VERSION);
  context_->set_verify_mode(ssl::verify_peer);
  // Prevents OpenSSL from asking for a passphrase on the terminal.
  context_->set_password_callback([](std::size_t, ssl::context::password_purpose) { return std::string(); });
  if (options.authorities.empty()) {
    context_->set_default_verify_paths();
  } else {
    context_->load_verify_file(options.authorities, error);
    check_file(options.authorities, "certificate of an authority", error);
  }
  if (!has_certificate_) return;
  context_->use_certificate_chain_file(options.certificate_chain, error);
  check_file(options.certificate_chain, "certificate", error);
  context_->use_private_key_file(options.private_key, ssl::context::pem, error);
  check_file(options.private_key, "private key without a passphrase that belongs to the certificate", error);
}

Tls::~Tls() = default;

void Tls::expect(SSL& connection, const Endpoint& endpoint) const {
  const std::string host = without_zone(endpoint.host);
  X509_VERIFY_PARAM* const parameters = SSL_get0_param(&connection);
  const bool is_numeric = is_address(host);
  // Without a name to check, OpenSSL would accept any certificate of the authority.
  const bool is_checked = is_numeric ? X509_VERIFY_PARAM_set1_ip_asc(parameters, host.c_str()) == 1
                                     : X509_VERIFY_PARAM_set1_host(parameters, host.c_str(), host.size()) == 1;
  if (!is_checked) {
    throw ConnectionError(ConnectionError::Kind::not_sent,
                          "TLS: '" + host + "' is not a name that a certificate can have");
  }
  if (is_numeric) return;
  X509_VERIFY_PARAM_set_hostflags(parameters, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  SSL_ctrl(&connection, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, const_cast<char*>(host.c_str()));
}

std::string Tls::handshake_failure(const SSL& connection, const Endpoint& endpoint, const error_code& error) const {
  const long verified = SSL_get_verify_result(&connection);
  if (verified != X509_V_OK) {
    return std::string("the peer's certificate was rejected: ") + X509_verify_cert_error_string(verified) +
           remedy_for(verified, endpoint);
  }
  const bool is_no_tls = is_reason(error, SSL_R_WRONG_VERSION_NUMBER) || error == ssl::error::stream_truncated ||
                         error == boost::asio::error::eof;
  return error.message() + (is_no_tls ? "; does the port speak plain HTTP (http://)?" : remedy(error));
}

std::string Tls::remedy(const error_code& error) const {
  const bool wants_certificate = is_reason(error, SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED) ||
                                 is_reason(error, SSL_R_SSLV3_ALERT_BAD_CERTIFICATE) ||
                                 is_reason(error, SSL_R_TLSV1_ALERT_UNKNOWN_CA);
  if (!wants_certificate) return {};
  if (has_certificate_) return "; the member does not accept the client's certificate";
  return "; the member asks for a certificate (EtcdOptions::certificate_chain, dimma-naming --etcd-certificate)";
}

}  // namespace dimma::store::etcd
