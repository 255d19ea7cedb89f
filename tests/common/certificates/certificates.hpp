#pragma once
// The certificates that make_certificates.sh makes, once a process, in a folder that is removed in the end.

#include <dimma/tls_credentials.hpp>

#include <string>

namespace dimma::test {

// The file of that name: "server.pem".
std::string certificate_file(const std::string& name);

// With the authority "ca" and, unless the name is empty, the certificate and the key of that name.
tls::Credentials credentials_of(const std::string& name);

}  // namespace dimma::test
