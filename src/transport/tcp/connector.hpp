#pragma once
// Connects over TCP without blocking a thread.

#include "base/sync/sync.hpp"
#include "transport/socket/lingering_sockets.hpp"
#include "transport/tcp/name_resolver.hpp"
#include "transport/transport.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace dimma::transport {

// Completes connects that cannot be decided at once on one thread (`dimma-connector`), which exists only while there
// are any. Fulfils the contract of Transport::begin_connect() and end_connecting(). Thread safe.
class Connector {
 public:
  // `lingering` closes the connections made here.
  Connector(NameResolver& resolver, std::shared_ptr<LingeringSockets> lingering) noexcept
      : resolver_(resolver), lingering_(std::move(lingering)) {}
  ~Connector() { end(); }
  Connector(const Connector&) = delete;
  Connector& operator=(const Connector&) = delete;

  void begin(const Endpoint& to, Deadline deadline, const StreamOptions& options, Transport::ConnectDone done);
  void end() noexcept;

 private:
  class Connecting;
  struct Loop;

  bool enter();
  void leave();
  std::optional<Connected> try_at_once(Connecting& connecting);
  std::optional<Connected> hand_over(const std::shared_ptr<Connecting>& connecting);

  // Called on the loop's thread.
  void start(Loop& loop, const std::shared_ptr<Connecting>& connecting);
  void resolve(Loop& loop, const std::shared_ptr<Connecting>& connecting);
  void resolved(Loop& loop, const std::shared_ptr<Connecting>& connecting, const Resolved& resolved);
  void race(Loop& loop, const std::shared_ptr<Connecting>& connecting);
  void finish(Loop& loop, const std::shared_ptr<Connecting>& connecting, Connected connected);
  void stop_all(Loop& loop);

  NameResolver& resolver_;
  const std::shared_ptr<LingeringSockets> lingering_;
  sync::Mutex mutex_;
  sync::Condition left_;
  std::size_t in_progress_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool ended_ DIMMA_GUARDED_BY(mutex_) = false;
  std::shared_ptr<Loop> loop_ DIMMA_GUARDED_BY(mutex_);  // exists only while there are connects in progress
  sync::Thread thread_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::transport
