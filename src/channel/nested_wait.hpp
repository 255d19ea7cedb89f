#pragma once
// Notifies a server connection that the thread on which it makes an upcall is about to block in a client channel.

#include "base/sync/sync.hpp"

namespace dimma::channel {

// Lets other work proceed while its thread blocks in a nested call.
class BlockingObserver {
 public:
  // Throws CORBA::NO_RESOURCES if no thread would be left to serve the event that this thread waits for.
  virtual void before_block() = 0;
  virtual void done_waiting() noexcept = 0;
  // Returns true if the thread that waits is in a server's upcall.
  virtual bool is_upcall() const noexcept { return true; }

 protected:
  ~BlockingObserver() = default;
};

// Makes `serving` the calling thread's observer during its lifetime: that of an upcall, or of a batch of requests.
class CurrentUpcall {
 public:
  explicit CurrentUpcall(BlockingObserver& serving) noexcept : outer_(current()) { current() = &serving; }
  ~CurrentUpcall() { current() = outer_; }
  CurrentUpcall(const CurrentUpcall&) = delete;
  CurrentUpcall& operator=(const CurrentUpcall&) = delete;

  static bool in_upcall() noexcept { return current() != nullptr && current()->is_upcall(); }
  // Returns the thread's previous observer, or nullptr.
  BlockingObserver* outer() const noexcept { return outer_; }

 private:
  friend class NestedWait;
  static BlockingObserver*& current() noexcept {
    static constinit DIMMA_PER_THREAD BlockingObserver* serving = nullptr;
    return serving;
  }

  BlockingObserver* const outer_;
};

// Exists during each wait of a client channel for a reply, or for a resource that another call holds.
class NestedWait {
 public:
  // `waits` is false for a oneway, which does not wait.
  explicit NestedWait(bool waits = true) : upcall_(waits ? CurrentUpcall::current() : nullptr) {
    if (upcall_ != nullptr) upcall_->before_block();
  }
  ~NestedWait() {
    if (upcall_ != nullptr) upcall_->done_waiting();
  }
  NestedWait(const NestedWait&) = delete;
  NestedWait& operator=(const NestedWait&) = delete;

 private:
  BlockingObserver* const upcall_;
};

}  // namespace dimma::channel
