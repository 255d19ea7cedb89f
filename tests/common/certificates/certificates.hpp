#pragma once
// The certificates of make_certificates.sh, made once per process in a folder that is removed when the process ends.

#include <dimma/tls_credentials.hpp>

#include <string>

namespace dimma::test {

// The file of that name: "server.pem".
std::string certificate_file(const std::string& name);

// Credentials with the authority "ca" and, unless the name is empty, the certificate and the key of that name.
tls::Credentials credentials_of(const std::string& name);

}  // namespace dimma::test
