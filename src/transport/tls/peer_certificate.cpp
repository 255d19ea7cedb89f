#include "transport/tls/peer_certificate.hpp"

#include <array>
#include <cstdio>

#include <arpa/inet.h>
#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>

namespace dimma::transport {
namespace {

std::string text_of(const ASN1_STRING* string) {
  if (string == nullptr) return {};
  const auto* const octets = reinterpret_cast<const char*>(ASN1_STRING_get0_data(string));
  return {octets, static_cast<std::size_t>(ASN1_STRING_length(string))};
}

// Returns the name in the form of RFC 4514.
std::string text_of(const X509_NAME& name) {
  const std::unique_ptr<BIO, FreeBy<BIO_free>> out(BIO_new(BIO_s_mem()));
  constexpr unsigned long form = XN_FLAG_RFC2253 & ~static_cast<unsigned long>(ASN1_STRFLGS_ESC_MSB);
  if (!out || X509_NAME_print_ex(out.get(), &name, 0, form) < 0) return {};
  char* text = nullptr;
  const long octets = BIO_ctrl(out.get(), BIO_CTRL_INFO, 0, &text);
  return octets > 0 ? std::string(text, static_cast<std::size_t>(octets)) : std::string();
}

std::string common_name_of(const X509_NAME& name) {
  int last = -1;
  for (int at = -1; (at = X509_NAME_get_index_by_NID(&name, NID_commonName, at)) >= 0;) last = at;
  if (last < 0) return {};
  unsigned char* text = nullptr;
  const int octets = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(&name, last)));
  if (octets < 0) return {};
  std::string result(reinterpret_cast<const char*>(text), static_cast<std::size_t>(octets));
  OPENSSL_free(text);
  return result;
}

std::string serial_of(const X509& certificate) {
  const std::unique_ptr<BIGNUM, FreeBy<BN_free>> number(
      ASN1_INTEGER_to_BN(X509_get0_serialNumber(&certificate), nullptr));
  if (!number) return {};
  char* const text = BN_bn2hex(number.get());  // two digits per octet
  if (text == nullptr) return {};
  std::string result(text);
  OPENSSL_free(text);
  return result;
}

std::string fingerprint_of(const X509& certificate) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned octets = 0;
  if (X509_digest(&certificate, EVP_sha256(), digest.data(), &octets) != 1) return {};
  std::string text;
  for (unsigned i = 0; i < octets; ++i) {
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned>(digest[i]));
    text += digits.data();
  }
  return text;
}

void add_address(std::vector<std::string>& addresses, const ASN1_OCTET_STRING* octets) {
  constexpr int ipv4_octets = 4;
  constexpr int ipv6_octets = 16;
  const int length = ASN1_STRING_length(octets);
  if (length != ipv4_octets && length != ipv6_octets) return;
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = length == ipv4_octets ? AF_INET : AF_INET6;
  if (::inet_ntop(family, ASN1_STRING_get0_data(octets), text.data(), text.size()) != nullptr) {
    addresses.emplace_back(text.data());
  }
}

void read_names(const X509& certificate, PeerCertificate& into) {
  const std::unique_ptr<GENERAL_NAMES, FreeBy<GENERAL_NAMES_free>> names(
      static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    switch (name->type) {
      case GEN_DNS:
        into.dns_names.push_back(text_of(name->d.dNSName));
        break;
      case GEN_IPADD:
        add_address(into.ip_addresses, name->d.iPAddress);
        break;
      case GEN_URI:
        into.uris.push_back(text_of(name->d.uniformResourceIdentifier));
        break;
      case GEN_EMAIL:
        into.email_names.push_back(text_of(name->d.rfc822Name));
        break;
      default:
        break;
    }
  }
}

}  // namespace

PeerCertificate read_certificate(const X509& certificate) {
  PeerCertificate read;
  const X509_NAME& subject = *X509_get_subject_name(&certificate);
  read.subject = text_of(subject);
  read.common_name = common_name_of(subject);
  read.issuer = text_of(*X509_get_issuer_name(&certificate));
  read.serial = serial_of(certificate);
  read.fingerprint = fingerprint_of(certificate);
  read_names(certificate, read);
  return read;
}

PeerSecurity security_of(const SSL& ssl) {
  PeerSecurity security;
  security.protocol = SSL_get_version(&ssl);
  if (const char* const cipher = SSL_get_cipher_name(&ssl)) security.cipher = cipher;
  if (const X509* const certificate = SSL_get0_peer_certificate(&ssl)) {
    security.certificate = read_certificate(*certificate);
    security.certificate->is_verified = SSL_get_verify_result(&ssl) == X509_V_OK;
  }
  return security;
}

}  // namespace dimma::transport
