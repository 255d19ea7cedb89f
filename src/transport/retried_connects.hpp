#pragma once
// Connects whose progress no descriptor reports, such as to a local listener with a full backlog.

#include "base/sync/sync.hpp"
#include "transport/transport.hpp"

#include <list>

namespace dimma::transport {

// Retries connects every `interval`, on one thread (`dimma-connector`) that exists only while there are any. Fulfils
// the contract of Transport::begin_connect() and end_connecting(). Thread safe.
class RetriedConnects {
 public:
  static constexpr std::chrono::milliseconds interval{5};

  // Makes one attempt. Never blocks. Returns Status::timeout if the attempt has to be repeated.
  using Attempt = std::function<Connected()>;

  RetriedConnects() = default;
  ~RetriedConnects() { end(); }
  RetriedConnects(const RetriedConnects&) = delete;
  RetriedConnects& operator=(const RetriedConnects&) = delete;

  // Makes the first attempt on the calling thread, and throws what the attempt throws. If a later attempt throws, the
  // connect fails. Without threads, all attempts are made on the calling thread.
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
