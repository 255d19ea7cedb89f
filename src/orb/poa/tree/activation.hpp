#pragma once
// A running call of an adapter activator. The adapters that it creates serve no requests until it has returned (CORBA
// 3.3 part 1, 15.3.4).

#include "base/sync/sync.hpp"
#include "orb/poa/managers/hold_queue.hpp"

#include <memory>
#include <string>
#include <utility>

namespace dimma::orb {

class Activation {
 public:
  // The calling thread calls the activator. `outer` is the activation that is creating the parent adapter, if any.
  Activation(std::string name, std::shared_ptr<HoldLimit> limit, std::shared_ptr<Activation> outer);

  // Returns the innermost activation that is not over, starting with `innermost`, or nullptr.
  static std::shared_ptr<Activation> pending(const std::shared_ptr<Activation>& innermost);

  // Returns true if the calling thread is in this activator and may therefore use the adapters that it creates.
  // `request` is the request that needs them, or nullptr for a call of the application.
  bool is_own(const ServerRequest* request) const noexcept;
  // Blocks until the activation is over. Returns false if the request has been put aside instead.
  bool wait(ServerRequest* request);
  // Ends the activation, and resumes the requests that wait for it.
  void end() noexcept;

 private:
  bool is_over() const noexcept { return over_.load(std::memory_order_acquire); }

  const std::string name_;
  const std::shared_ptr<Activation> outer_;
  const decltype(sync::get_id()) thread_ = sync::get_id();
  const std::shared_ptr<HoldQueue> waiting_;
  sync::Atomic<bool> over_{false};
  sync::Mutex mutex_;
  sync::Condition ended_;
};

// The activation in which an adapter was created, if an adapter activator created it. Thread-safe.
class MadeWithin {
 public:
  // Called before the adapter takes requests.
  void set(std::shared_ptr<Activation> activation) noexcept {
    activation_ = std::move(activation);
    may_be_pending_.store(activation_ != nullptr, std::memory_order_release);
  }
  // Returns the innermost activation that is not over, or nullptr.
  std::shared_ptr<Activation> pending() const { return Activation::pending(activation_); }
  // Returns false if no request has to wait.
  bool may_be_pending() const noexcept { return may_be_pending_.load(std::memory_order_acquire); }
  // Returns the activation that the request has to wait for, or nullptr.
  std::shared_ptr<Activation> to_wait_for(const ServerRequest* request);

 private:
  std::shared_ptr<Activation> activation_;
  sync::Atomic<bool> may_be_pending_{false};
};

}  // namespace dimma::orb
