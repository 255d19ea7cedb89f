#pragma once
// Tells the server connection, on whose thread a client channel is called, that the thread is about to wait.

#include "base/sync/sync.hpp"

namespace dimma::channel {

// Lets others go on when its thread waits for a nested call.
class BlockingObserver {
 public:
  // Throws CORBA::NO_RESOURCES if no thread could serve what this one waits for.
  virtual void before_block() = 0;
  virtual void done_waiting() noexcept = 0;
  // True if a server's upcall waits.
  virtual bool is_upcall() const noexcept { return true; }

 protected:
  ~BlockingObserver() = default;
};

// The request that this thread is serving. Exists for the length of an upcall.
class CurrentUpcall {
 public:
  explicit CurrentUpcall(BlockingObserver& serving) noexcept : outer_(current()) { current() = &serving; }
  ~CurrentUpcall() { current() = outer_; }
  CurrentUpcall(const CurrentUpcall&) = delete;
  CurrentUpcall& operator=(const CurrentUpcall&) = delete;

  static bool in_upcall() noexcept { return current() != nullptr && current()->is_upcall(); }
  // The request that the thread was serving before.
  BlockingObserver* outer() const noexcept { return outer_; }

 private:
  friend class NestedWait;
  static BlockingObserver*& current() noexcept {
    static constinit DIMMA_PER_THREAD BlockingObserver* serving = nullptr;
    return serving;
  }

  BlockingObserver* const outer_;
};

// Made around each wait of a client channel, for a reply or for a resource that another call holds.
class NestedWait {
 public:
  // A oneway does not wait.
  explicit NestedWait(bool waits = true) : upcall_(waits ? CurrentUpcall::current() : nullptr) {
    if (upcall_ != nullptr) [[unlikely]]
      upcall_->before_block();
  }
  ~NestedWait() {
    if (upcall_ != nullptr) [[unlikely]]
      upcall_->done_waiting();
  }
  NestedWait(const NestedWait&) = delete;
  NestedWait& operator=(const NestedWait&) = delete;

 private:
  BlockingObserver* const upcall_;
};

}  // namespace dimma::channel
