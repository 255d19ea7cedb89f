#pragma once
// omniORB's TLS, which has to be configured before its ORB is made: --ssl-authorities FILE, --ssl-key FILE (the
// certificate and its key), --ssl-clients none|required.

#include "omni/ending.hpp"

#include <omniORB4/CORBA.h>
#include <omniORB4/sslContext.h>

#include <string>

namespace classic {

inline void use_tls(int argc, char** argv) {
  // argv still contains omniORB's own options.
  const auto value_of = [&](const std::string& name) {
    for (int i = 1; i + 1 < argc; ++i) {
      if (name == argv[i]) return argv[i + 1];
    }
    return static_cast<char*>(nullptr);
  };
  if (value_of("--ssl-key") == nullptr) return;
  speaks_tls = true;
  sslContext::certificate_authority_file = value_of("--ssl-authorities");
  sslContext::key_file = value_of("--ssl-key");
  sslContext::key_file_password = "";
  const char* const clients = value_of("--ssl-clients");
  const bool has_to_show = clients != nullptr && std::string(clients) == "required";
  sslContext::verify_mode = has_to_show ? SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT : SSL_VERIFY_PEER;
}

}  // namespace classic
