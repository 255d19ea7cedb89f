#pragma once
// The client's end of a channel as the server sees it: the identity of the peer, and the data that the ORB keeps for
// it. Lives as long as the connection, or as the flow of one sender.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "transport/transport.hpp"

#include <dimma/caller.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace dimma::channel {

// All functions are thread-safe.
class Session {
 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Identifies the peer on the first call.
  std::shared_ptr<const Peer> peer() {
    const sync::LockGuard lock(mutex_);
    if (!peer_) peer_ = std::make_shared<const Peer>(identify());
    return peer_;
  }

  // Texts for people: the address of this end, such as "tls:10.0.0.7:2810", and a short form of the peer's identity,
  // such as "tls:10.0.0.8:50112" or "shm:uid=33 pid=4711". Empty if unknown.
  struct Ends {
    std::string address;
    std::string peer;
  };
  // Determined on the first call; later calls take no lock.
  const Ends& ends() {
    if (const auto* const known = known_ends_.load(std::memory_order_acquire)) return *known;
    const sync::LockGuard lock(mutex_);
    if (!ends_) ends_ = find_ends();
    known_ends_.store(&*ends_, std::memory_order_release);
    return *ends_;
  }

  // Returns the memory for loaned sequences that both ends share, or nullptr.
  virtual std::shared_ptr<dimma::LoanArena> loans() const noexcept { return nullptr; }

  // Base of the data that the ORB keeps for a session. A session belongs to one ORB.
  class Kept {
   public:
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    virtual ~Kept() = default;

   protected:
    Kept() = default;
  };
  // Returns the ORB's data, which is constructed on the first call.
  template <class Kind>
  Kind& kept() {
    const sync::LockGuard lock(mutex_);
    if (!kept_) kept_ = std::make_unique<Kind>();
    DIMMA_ASSERT(dynamic_cast<Kind*>(kept_.get()) != nullptr);
    return static_cast<Kind&>(*kept_);
  }

 protected:
  Session() = default;
  ~Session() = default;

 private:
  virtual Peer identify() const = 0;
  virtual Ends find_ends() const { return {}; }

  sync::Mutex mutex_;
  std::shared_ptr<const Peer> peer_ DIMMA_GUARDED_BY(mutex_);
  std::optional<Ends> ends_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<const Ends*> known_ends_{nullptr};
  std::unique_ptr<Kept> kept_ DIMMA_GUARDED_BY(mutex_);
};

// The session of a stream connection.
class StreamSession final : public Session {
 public:
  // `stream` must outlive the session.
  explicit StreamSession(const transport::Stream& stream) noexcept : stream_(stream) {}

  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return stream_.loans(); }

 private:
  Peer identify() const override { return stream_.identify_peer(); }
  Ends find_ends() const override { return {to_string(stream_.local()), peer_in_words()}; }
  std::string peer_in_words() const {
    const auto at = stream_.peer();
    if (!is_local(at)) return to_string(at);
    const auto process = identify().process;
    if (!process) return at.transport;
    return at.transport + ":uid=" + std::to_string(process->uid) + " pid=" + std::to_string(process->pid);
  }

  const transport::Stream& stream_;
};

}  // namespace dimma::channel
