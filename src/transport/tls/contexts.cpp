#include "transport/tls/contexts.hpp"

#include "base/sync/sync.hpp"
#include "transport/tls/handshake_failure.hpp"
#include "transport/tls/session_cache.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

namespace dimma::transport {
namespace {

// Ciphers with forward secrecy and authenticated encryption, which every peer of the last ten years supports. TLS 1.3
// has no others.
constexpr const char* ciphers_of_1_2 = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL";
constexpr int chain_length_max = 10;

[[noreturn]] void refuse(const std::string& what) { throw CredentialsError(what); }
// Adds OpenSSL's error text, which describes the fault within the file.
[[noreturn]] void refuse_file(const std::string& file, const std::string& what) {
  const auto reasons = take_ssl_errors("");
  refuse("'" + file + "': " + what + (reasons.empty() ? "" : " (" + reasons + ")"));
}

FileStamp stamp_of(const std::string& path) {
  FileStamp stamp{.path = path};
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return stamp;
  constexpr std::int64_t ns_per_s = 1'000'000'000;
  stamp.inode = found.st_ino;
  stamp.octets = found.st_size;
  stamp.changed_ns = found.st_mtim.tv_sec * ns_per_s + found.st_mtim.tv_nsec;
  return stamp;
}

bool is_directory(const std::string& path) {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

void require_readable(const std::string& path) {
  if (std::FILE* const file = std::fopen(path.c_str(), "re")) {
    std::fclose(file);
    return;
  }
  refuse("'" + path + "': " + std::generic_category().message(errno));
}

struct PassphraseRequest {
  const tls::Credentials& credentials;
  bool was_asked = false;  // true only if the key is encrypted
};

// OpenSSL's passphrase callback. Never prompts at the terminal.
int give_passphrase(char* into, int octets_max, int, void* of) {
  auto& request = *static_cast<PassphraseRequest*>(of);
  request.was_asked = true;
  const auto& passphrase = request.credentials.passphrase;
  if (passphrase.empty() || passphrase.size() > static_cast<std::size_t>(octets_max)) return -1;
  std::memcpy(into, passphrase.data(), passphrase.size());
  return static_cast<int>(passphrase.size());
}

[[noreturn]] void refuse_key(const std::string& key, const tls::Credentials& credentials, bool is_locked) {
  const int reason = ERR_GET_REASON(ERR_peek_last_error());
  if (reason != X509_R_KEY_VALUES_MISMATCH && !is_locked) {
    const bool is_named = key != credentials.certificate_chain;
    refuse_file(key, std::string("no private key in PEM form") +
                         (is_named ? "" : "; name the file of the key by --dimma-tls-key FILE"));
  }
  ERR_clear_error();  // the texts below are more specific
  if (reason == X509_R_KEY_VALUES_MISMATCH) {
    refuse("'" + key + "': not the key of the certificate in '" + credentials.certificate_chain + "'");
  }
  refuse("'" + key + "': the private key is encrypted, and " +
         (credentials.passphrase.empty() ? "no passphrase is given" : "the passphrase is wrong") +
         " (--dimma-tls-passphrase-file FILE)");
}

// Returns true if the revocation list of an intermediate authority is missing, which is no reason to refuse the
// certificate.
bool is_list_dispensable(X509_STORE_CTX& check) noexcept {
  return X509_STORE_CTX_get_error(&check) == X509_V_ERR_UNABLE_TO_GET_CRL && X509_STORE_CTX_get_error_depth(&check) > 0;
}

int judge(int is_well, X509_STORE_CTX* check) noexcept {
  if (is_well == 1) return 1;
  if (is_list_dispensable(*check)) {
    X509_STORE_CTX_set_error(check, X509_V_OK);
    return 1;
  }
  keep_refused_certificate(*check);
  return 0;
}

void load_certificate(SSL_CTX& context, const tls::Credentials& credentials) {
  if (credentials.certificate_chain.empty()) {
    if (!credentials.private_key.empty()) refuse("'" + credentials.private_key + "': a key without a certificate");
    return;
  }
  require_readable(credentials.certificate_chain);
  PassphraseRequest request{credentials};
  SSL_CTX_set_default_passwd_cb(&context, give_passphrase);
  SSL_CTX_set_default_passwd_cb_userdata(&context, &request);
  if (SSL_CTX_use_certificate_chain_file(&context, credentials.certificate_chain.c_str()) != 1) {
    refuse_file(credentials.certificate_chain, "no certificate in PEM form");
  }
  const auto& key = credentials.private_key.empty() ? credentials.certificate_chain : credentials.private_key;
  require_readable(key);
  if (SSL_CTX_use_PrivateKey_file(&context, key.c_str(), SSL_FILETYPE_PEM) != 1) {
    refuse_key(key, credentials, request.was_asked);
  }
  SSL_CTX_set_default_passwd_cb_userdata(&context, nullptr);
  if (SSL_CTX_check_private_key(&context) != 1) {
    refuse_file(key, "not the key of the certificate in '" + credentials.certificate_chain + "'");
  }
}

void load_authorities(SSL_CTX& context, const tls::Credentials& credentials) {
  const auto& path = credentials.authorities;
  if (path.empty()) {
    SSL_CTX_set_default_verify_paths(&context);
    return;
  }
  if (is_directory(path)) {
    if (SSL_CTX_load_verify_dir(&context, path.c_str()) != 1) refuse_file(path, "cannot be read");
    return;
  }
  require_readable(path);
  if (SSL_CTX_load_verify_file(&context, path.c_str()) != 1) refuse_file(path, "no certificate in PEM form");
}

void load_revocations(SSL_CTX& context, const tls::Credentials& credentials) {
  if (credentials.revocations.empty()) return;
  require_readable(credentials.revocations);
  X509_STORE* const store = SSL_CTX_get_cert_store(&context);
  X509_LOOKUP* const lookup = X509_STORE_add_lookup(store, X509_LOOKUP_file());
  if (lookup == nullptr || X509_load_crl_file(lookup, credentials.revocations.c_str(), X509_FILETYPE_PEM) < 1) {
    refuse_file(credentials.revocations, "no revocation list in PEM form");
  }
  X509_STORE_set_flags(store, X509_V_FLAG_CRL_CHECK | X509_V_FLAG_CRL_CHECK_ALL);
}

SslContext make_context(const SSL_METHOD* method, const tls::Credentials& credentials) {
  SslContext context(SSL_CTX_new(method));
  if (!context) refuse("TLS: " + take_ssl_errors("out of memory"));
  const int least = credentials.version_min == tls::Version::tls_1_3 ? TLS1_3_VERSION : TLS1_2_VERSION;
  if (SSL_CTX_set_min_proto_version(context.get(), least) != 1 ||
      SSL_CTX_set_max_proto_version(context.get(), 0) != 1 ||
      SSL_CTX_set_cipher_list(context.get(), ciphers_of_1_2) != 1) {
    refuse("TLS: " + take_ssl_errors("the version cannot be set"));
  }
  SSL_CTX_set_options(context.get(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  SSL_CTX_set_verify_depth(context.get(), chain_length_max);
  load_certificate(*context, credentials);
  load_authorities(*context, credentials);
  load_revocations(*context, credentials);
  return context;
}

SslContext make_server_context(const tls::Credentials& credentials) {
  auto context = make_context(TLS_server_method(), credentials);
  // Without a session context, a session resumed by a client with a certificate would be refused.
  constexpr std::array<unsigned char, 5> session_context{'d', 'i', 'm', 'm', 'a'};
  SSL_CTX_set_session_id_context(context.get(), session_context.data(), session_context.size());
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);  // a client's ticket contains everything needed
  SSL_CTX_set_num_tickets(context.get(), 1);
  if (credentials.client_certificates == tls::ClientCertificates::none) {
    SSL_CTX_set_verify(context.get(), SSL_VERIFY_NONE, nullptr);
    return context;
  }
  if (credentials.authorities.empty()) {
    refuse(
        "client certificates are requested, but no authorities are given to verify them (--dimma-tls-authorities "
        "FILE)");
  }
  const bool is_required = credentials.client_certificates == tls::ClientCertificates::required;
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER | (is_required ? SSL_VERIFY_FAIL_IF_NO_PEER_CERT : 0), judge);
  if (!is_directory(credentials.authorities)) {
    // Sent to clients, so that a client with several certificates can choose the right one.
    SSL_CTX_set_client_CA_list(context.get(), SSL_load_client_CA_file(credentials.authorities.c_str()));
  }
  return context;
}

bool trusts_alike(const Contexts& before, const Contexts& after) {
  const auto& then = before.credentials;
  const auto& now = after.credentials;
  if (then.authorities != now.authorities || then.revocations != now.revocations ||
      then.client_certificates != now.client_certificates || then.version_min != now.version_min) {
    return false;
  }
  return before.files[0] == after.files[0] && before.files[1] == after.files[1];  // authorities and revocations
}

}  // namespace

std::vector<FileStamp> stamps_of(const tls::Credentials& credentials) {
  return {stamp_of(credentials.authorities), stamp_of(credentials.revocations), stamp_of(credentials.certificate_chain),
          stamp_of(credentials.private_key)};
}

Contexts make_contexts(const tls::Credentials& credentials) {
  static sync::Atomic<std::uint64_t> made{0};
  keep_openssl_until_the_end();
  ERR_clear_error();
  Contexts contexts;
  contexts.credentials = credentials;
  contexts.files = stamps_of(credentials);  // taken before reading, so that later changes cause another read
  contexts.generation = made.fetch_add(1, std::memory_order_relaxed) + 1;
  contexts.client = make_context(TLS_client_method(), credentials);
  SSL_CTX_set_verify(contexts.client.get(), SSL_VERIFY_PEER, judge);
  keep_sessions_of(*contexts.client);
  if (!credentials.certificate_chain.empty()) {
    contexts.server = make_server_context(credentials);
  } else if (credentials.client_certificates != tls::ClientCertificates::none) {
    refuse("client certificates are requested, but the server has no certificate (--dimma-tls-certificate FILE)");
  }
  return contexts;
}

void hand_over_sessions(const Contexts& before, Contexts& after) noexcept {
  if (!before.server || !after.server || !trusts_alike(before, after)) return;
  std::array<unsigned char, 128> keys{};
  const long octets = SSL_CTX_get_tlsext_ticket_keys(before.server.get(), nullptr, 0);
  if (octets <= 0 || static_cast<std::size_t>(octets) > keys.size()) return;
  if (SSL_CTX_get_tlsext_ticket_keys(before.server.get(), keys.data(), octets) == 1) {
    SSL_CTX_set_tlsext_ticket_keys(after.server.get(), keys.data(), octets);
  }
  OPENSSL_cleanse(keys.data(), keys.size());
}

}  // namespace dimma::transport
