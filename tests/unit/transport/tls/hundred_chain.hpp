#pragma once
// A certificate below a hundred authorities, which the openssl command would take seconds to make.

#include "common/certificates/certificates.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace dimma::transport {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

inline void extend(X509* certificate, int kind, const char* value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
  EXPECT_EQ(X509_add_ext(certificate, extension, -1), 1);
  X509_EXTENSION_free(extension);
}

// A certificate for the key, signed by it, issued in the name of `above`, or in its own name without one.
inline Certificate make_certificate(EVP_PKEY* key, const X509* above, const std::string& name, bool is_authority) {
  Certificate made(X509_new(), X509_free);
  X509_set_version(made.get(), 2);
  static long serial = 0;
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), ++serial);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), 0);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), 24L * 3600);
  X509_NAME* const subject = X509_get_subject_name(made.get());
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                             0);
  X509_set_issuer_name(made.get(), above == nullptr ? subject : X509_get_subject_name(above));
  X509_set_pubkey(made.get(), key);
  if (is_authority) {
    extend(made.get(), NID_basic_constraints, "critical,CA:TRUE");
    extend(made.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
  } else {
    extend(made.get(), NID_subject_alt_name, "DNS:localhost,IP:127.0.0.1,IP:::1");
  }
  EXPECT_GT(X509_sign(made.get(), key, EVP_sha256()), 0);
  return made;
}

class PemFile {
 public:
  explicit PemFile(const std::string& name)
      : file_(std::fopen(test::certificate_file(name).c_str(), "w"), std::fclose) {}
  void add(X509* certificate) { EXPECT_EQ(PEM_write_X509(file_.get(), certificate), 1); }
  void add(EVP_PKEY* key) {
    EXPECT_EQ(PEM_write_PrivateKey(file_.get(), key, nullptr, nullptr, 0, nullptr, nullptr), 1);
  }

 private:
  std::unique_ptr<std::FILE, decltype(&std::fclose)> file_;
};

// Adds "hundred-chain.pem", "hundred.key" and the uppermost authority, "hundred-root.pem", to the other certificates.
inline void make_hundred_chain() {
  const Key key(EVP_EC_gen("prime256v1"), EVP_PKEY_free);
  std::vector<Certificate> chain;
  chain.push_back(make_certificate(key.get(), nullptr, "hundred-root", true));
  PemFile("hundred-root.pem").add(chain.back().get());
  for (int i = 0; i < 100; ++i) {
    chain.push_back(make_certificate(key.get(), chain.back().get(), "above " + std::to_string(i), true));
  }
  chain.push_back(make_certificate(key.get(), chain.back().get(), "hundred.example", false));
  PemFile file("hundred-chain.pem");
  for (auto each = chain.rbegin(); each != chain.rend() - 1; ++each) file.add(each->get());
  PemFile("hundred.key").add(key.get());
}

}  // namespace dimma::transport
