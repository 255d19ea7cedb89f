#pragma once
// Connects in progress of transports that no descriptor tells about, such as to a local listener with a full backlog.

#include "base/sync/sync.hpp"
#include "transport/transport.hpp"

#include <list>

namespace dimma::transport {

// Tries them again each `interval`, on one thread (`dimma-connector`) that is there only while there are some. Keeps
// Transport::begin_connect()'s and end_connecting()'s promises. From any thread.
class RetriedConnects {
 public:
  static constexpr std::chrono::milliseconds interval{5};

  // Never blocks; Status::timeout: to be tried again.
  using Attempt = std::function<Connected()>;

  RetriedConnects() = default;
  ~RetriedConnects() { end(); }
  RetriedConnects(const RetriedConnects&) = delete;
  RetriedConnects& operator=(const RetriedConnects&) = delete;

  // The first attempt is the caller's, and throws what it throws; later ones fail with it. Without threads all are.
  void begin(const Endpoint& to, Deadline deadline, Attempt attempt, Transport::ConnectDone done);
  void end() noexcept;

 private:
  struct Connecting {
    Endpoint to;
    Deadline deadline{};
    Attempt attempt;
    Transport::ConnectDone done;
  };

  static std::optional<Connected> try_once(const Connecting& connecting);
  static std::optional<Connected> try_again(const Connecting& connecting) noexcept;
  std::optional<Connected> hand_over(Connecting& connecting);
  void finish(Connecting& connecting, Connected connected);
  void leave();
  void run();

  sync::Mutex mutex_;
  sync::Condition changed_;
  std::size_t in_progress_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool ended_ DIMMA_GUARDED_BY(mutex_) = false;
  std::list<Connecting> arrived_ DIMMA_GUARDED_BY(mutex_);
  bool running_ DIMMA_GUARDED_BY(mutex_) = false;
  sync::Thread thread_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::transport
