#include "transport/tls/session_cache.hpp"

#include <new>
#include <utility>

namespace dimma::transport {
namespace {

// The resumption state of one connection.
struct Resumption {
  std::shared_ptr<SessionCache> sessions;
  std::string key;
};

int resumption_index() noexcept {
  static const int index = SSL_get_ex_new_index(
      0, nullptr, nullptr, nullptr,
      [](void*, void* resumption, CRYPTO_EX_DATA*, int, long, void*) { delete static_cast<Resumption*>(resumption); });
  return index;
}

// OpenSSL's callback for a new session. Returns 1 if it takes ownership of the session.
int keep_session(SSL* ssl, SSL_SESSION* session) noexcept {
  const auto* const resumption = static_cast<const Resumption*>(SSL_get_ex_data(ssl, resumption_index()));
  if (resumption == nullptr) return 0;
  try {
    resumption->sessions->put(resumption->key, session);
    return 1;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

}  // namespace

void SessionCache::put(const std::string& key, SSL_SESSION* session) {
  const sync::LockGuard lock(mutex_);
  // Any session may be evicted: the next handshake with its server is then a full one.
  if (sessions_.size() >= sessions_max && sessions_.find(key) == sessions_.end()) sessions_.erase(sessions_.begin());
  sessions_[key].reset(session);
}

SslSession SessionCache::take(const std::string& key) {
  const sync::LockGuard lock(mutex_);
  const auto found = sessions_.find(key);
  if (found == sessions_.end()) return nullptr;
  auto session = std::move(found->second);
  sessions_.erase(found);
  if (SSL_SESSION_is_resumable(session.get()) != 1) return nullptr;
  return session;
}

void keep_sessions_of(SSL_CTX& clients) noexcept {
  SSL_CTX_set_session_cache_mode(&clients, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(&clients, keep_session);
}

void resume(SSL& client, std::shared_ptr<SessionCache> sessions, std::string key) {
  if (const auto session = sessions->take(key)) SSL_set_session(&client, session.get());
  auto resumption = std::make_unique<Resumption>(Resumption{std::move(sessions), std::move(key)});
  if (SSL_set_ex_data(&client, resumption_index(), resumption.get()) == 1) static_cast<void>(resumption.release());
}

}  // namespace dimma::transport
