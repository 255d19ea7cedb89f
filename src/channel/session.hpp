#pragma once
// The other end of a channel as its server knows it: who it is, and what the ORB keeps of it. As long as a connection,
// or as the flow of one sender.

#include "base/sync.hpp"
#include "transport/transport.hpp"

#include <dimma/caller.hpp>

#include <memory>
#include <utility>

namespace dimma::channel {

// Any thread may call.
class Session {
 public:
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Found out by the first who asks.
  std::shared_ptr<const Peer> peer() {
    const std::scoped_lock lock(mutex_);
    if (!peer_) peer_ = std::make_shared<const Peer>(identify());
    return peer_;
  }

  // Where loaned sequences lie that both ends share; nullptr: nowhere.
  virtual std::shared_ptr<dimma::LoanArena> loans() const noexcept { return nullptr; }

  // What the ORB keeps here. A session is of one ORB.
  class Kept {
   public:
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;
    virtual ~Kept() = default;

   protected:
    Kept() = default;
  };
  // The first who asks makes it.
  template <class Kind>
  Kind& kept() {
    const std::scoped_lock lock(mutex_);
    if (!kept_) kept_ = std::make_unique<Kind>();
    return static_cast<Kind&>(*kept_);
  }

 protected:
  Session() = default;
  ~Session() = default;

 private:
  virtual Peer identify() const = 0;

  sync::Mutex mutex_;
  std::shared_ptr<const Peer> peer_;
  std::unique_ptr<Kept> kept_;
};

// Of a connection.
class StreamSession final : public Session {
 public:
  // The stream outlives it.
  explicit StreamSession(const transport::Stream& stream) noexcept : stream_(stream) {}

  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return stream_.loans(); }

 private:
  Peer identify() const override { return stream_.identify_peer(); }

  const transport::Stream& stream_;
};

}  // namespace dimma::channel
