#pragma once
// Sessions that servers have offered, so that the next handshake with one is short.

#include "base/sync/sync.hpp"
#include "transport/tls/openssl.hpp"

#include <map>
#include <memory>
#include <string>

namespace dimma::transport {

// Thread safe.
class SessionCache {
 public:
  static constexpr std::size_t sessions_max = 1024;

  // Keeps the latest session under everything that it has to agree in to be used again. Takes the session over, unless
  // it throws std::bad_alloc.
  void put(const std::string& key, SSL_SESSION* session);
  // Takes a session out, as it is used only once. Returns nullptr if there is none that is still valid.
  SslSession take(const std::string& key);

 private:
  sync::Mutex mutex_;
  std::map<std::string, SslSession> sessions_ DIMMA_GUARDED_BY(mutex_);
};

// Has clients of the context keep what servers offer, if resume() was called.
void keep_sessions_of(SSL_CTX& clients) noexcept;
// Has the coming handshake resume a session of that key, if there is one, and keep what the server offers.
void resume(SSL& client, std::shared_ptr<SessionCache> sessions, std::string key);

}  // namespace dimma::transport
