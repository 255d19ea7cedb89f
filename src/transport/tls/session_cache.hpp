#pragma once
// Sessions that servers have offered, so that the next handshake with one is short.

#include "base/sync/sync.hpp"
#include "transport/tls/openssl.hpp"

#include <map>
#include <memory>
#include <string>

namespace dimma::transport {

// From any thread.
class SessionCache {
 public:
  static constexpr std::size_t sessions_max = 1024;

  // Under what a session has to agree in to be used again; the latest is kept. Takes the session, unless it throws
  // std::bad_alloc.
  void put(const std::string& key, SSL_SESSION* session);
  // A session that is taken is used once. nullptr: there is none that is still valid.
  SslSession take(const std::string& key);

 private:
  sync::Mutex mutex_;
  std::map<std::string, SslSession> sessions_ DIMMA_GUARDED_BY(mutex_);
};

// Clients of the context keep what servers offer where resume() says.
void keep_sessions_of(SSL_CTX& clients) noexcept;
// Has the handshake that is to come resume a session of that key, if there is one, and what the server offers kept.
void resume(SSL& client, std::shared_ptr<SessionCache> sessions, std::string key);

}  // namespace dimma::transport
