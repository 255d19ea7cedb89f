#pragma once
// Caches sessions offered by servers, so that the next handshake with a server is short.

#include "base/sync/sync.hpp"
#include "transport/tls/ssl/openssl.hpp"

#include <map>
#include <memory>
#include <string>

namespace dimma::transport {

// Sessions by key. Thread safe.
class SessionCache {
 public:
  static constexpr std::size_t sessions_max = 1024;

  // Stores the latest session under a key that identifies everything that has to match for its reuse. Takes ownership
  // of the session, unless it throws std::bad_alloc.
  void put(const std::string& key, SSL_SESSION* session);
  // Removes and returns a session, since each is used only once. Returns nullptr if there is no valid one.
  SslSession take(const std::string& key);

 private:
  sync::Mutex mutex_;
  std::map<std::string, SslSession> sessions_ DIMMA_GUARDED_BY(mutex_);
};

// Makes clients of the context keep the sessions that servers offer, if resume() was called.
void keep_sessions_of(SSL_CTX& clients) noexcept;
// Makes the next handshake resume a session with this key, if there is one, and keep the session that the server
// offers.
void resume(SSL& client, std::shared_ptr<SessionCache> sessions, std::string key);

}  // namespace dimma::transport
