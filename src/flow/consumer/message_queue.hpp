#pragma once
// A queue of messages that wait for a consumer's threads.

#include "base/sync/sync.hpp"
#include "flow/consumer/receiver.hpp"

#include <deque>
#include <memory>

namespace dimma::flow {

// A message that owns its body.
struct QueuedMessage {
  std::shared_ptr<FlowIdentity> flow;
  std::shared_ptr<const std::string> operation;
  std::unique_ptr<std::byte[]> octets;
  std::size_t size = 0;
  std::endian order = std::endian::native;
  std::uint64_t sequence = 0;
  std::shared_ptr<dimma::LoanArena> loans;
};

class MessageQueue {
 public:
  enum class WhenFull : std::uint8_t { wait, drop };
  enum class Keep : std::uint8_t { all, latest };

  MessageQueue(std::size_t messages_max, std::size_t octets_max, WhenFull when_full, Keep keep)
      : messages_max_(messages_max), octets_max_(octets_max), when_full_(when_full), keep_(keep) {}

  // Adds the message. Moves its body out of it, or copies the body. Waits for room, or counts the message as dropped.
  // With Keep::latest, an older waiting message of the flow is dropped first, and a message that is older than one
  // already queued is itself dropped. Returns false once the queue is closed.
  bool put(Message& message);
  // Waits for a message. Returns false once the queue is closed; messages still waiting are then dropped.
  bool take(QueuedMessage& message);
  // Returns true if no message is waiting.
  bool empty() const noexcept;
  void close() noexcept;

  struct Usage {
    std::size_t waiting = 0;
    std::size_t waiting_max = 0;
    std::size_t octets = 0;
  };
  Usage usage() const noexcept;

 private:
  bool put(const Message& message, QueuedMessage& queued, QueuedMessage& older) DIMMA_EXCLUDES(mutex_);
  bool has_room(std::size_t octets) const noexcept DIMMA_REQUIRES(mutex_) {
    return waiting_.empty() || (waiting_.size() < messages_max_ && octets_ + octets <= octets_max_);
  }
  // Returns false if the message is older than the newest message of its flow. Moves the waiting message that it
  // replaces to `older`.
  bool replace_older(const Message& message, QueuedMessage& older) noexcept DIMMA_REQUIRES(mutex_);

  const std::size_t messages_max_;
  const std::size_t octets_max_;
  const WhenFull when_full_;
  const Keep keep_;
  mutable sync::Mutex mutex_;
  sync::Condition arrived_;
  sync::Condition taken_;
  std::deque<QueuedMessage> waiting_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t waiting_max_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool closed_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace dimma::flow
