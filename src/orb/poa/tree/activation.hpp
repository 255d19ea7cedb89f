#pragma once
// An adapter activator at work. The adapters that it makes take no requests until it has returned (CORBA 3.3 part 1,
// 15.3.4).

#include "base/sync/sync.hpp"
#include "orb/poa/managers/hold_queue.hpp"

#include <memory>
#include <string>
#include <utility>

namespace dimma::orb {

class Activation {
 public:
  // Belongs to the calling thread. `outer` is the activation in which the parent was made, if that is not over.
  Activation(std::string name, std::shared_ptr<HoldLimit> limit, std::shared_ptr<Activation> outer);

  // Returns this one or an outer one that is not over; otherwise nullptr.
  static std::shared_ptr<Activation> pending(const std::shared_ptr<Activation>& innermost);

  // True if the activator that the calling thread is in may use the adapters that it makes. `request` is the request
  // that asks; nullptr for the application.
  bool is_own(const ServerRequest* request) const noexcept;
  // Waits until it is over. Returns false if the request has been put aside.
  bool wait(ServerRequest* request);
  // Ends it; requests that wait go on.
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

// The activation in which an adapter was made, if an adapter activator made it. Thread-safe.
class MadeWithin {
 public:
  // Called before the adapter takes requests.
  void set(std::shared_ptr<Activation> activation) noexcept {
    activation_ = std::move(activation);
    may_be_pending_.store(activation_ != nullptr, std::memory_order_release);
  }
  // Returns the innermost activation that is not over; nullptr if there is none.
  std::shared_ptr<Activation> pending() const { return Activation::pending(activation_); }
  // False if no request has to wait.
  bool may_be_pending() const noexcept { return may_be_pending_.load(std::memory_order_acquire); }
  // Returns the activation that the request has to wait for; nullptr if there is none.
  std::shared_ptr<Activation> to_wait_for(const ServerRequest* request);

 private:
  std::shared_ptr<Activation> activation_;
  sync::Atomic<bool> may_be_pending_{false};
};

}  // namespace dimma::orb
