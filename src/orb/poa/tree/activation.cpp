#include "orb/poa/tree/activation.hpp"

#include "base/sync/assert.hpp"
#include "channel/wait_for_others.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::orb {

Activation::Activation(std::string name, std::shared_ptr<HoldLimit> limit, std::shared_ptr<Activation> outer)
    : name_(std::move(name)), outer_(std::move(outer)), waiting_(std::make_shared<HoldQueue>(std::move(limit), true)) {}

std::shared_ptr<Activation> Activation::pending(const std::shared_ptr<Activation>& innermost) {
  auto each = innermost;
  while (each && each->is_over()) each = each->outer_;
  return each;
}

// Without threads, a request that is served while the activator waits runs on the same thread, but not on behalf of the
// activator.
bool Activation::is_own(const ServerRequest* request) const noexcept {
  return thread_ == sync::get_id() && (sync::has_threads || request == nullptr);
}

bool Activation::wait(ServerRequest* request) {
  if (request != nullptr && waiting_->hold(*request)) return false;
  if (channel::wait_for_others(mutex_, ended_, [this] { return is_over(); })) return true;
  throw CORBA::TRANSIENT(
      minor::transient_poa_discarding, CORBA::COMPLETED_NO,
      "POA " + name_ + " is being created by an adapter activator, which the only thread is running");
}

void Activation::end() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    DIMMA_ASSERT(!is_over());
    over_.store(true, std::memory_order_release);
  }
  ended_.notify_all();
  waiting_->holds(false);
}

std::shared_ptr<Activation> MadeWithin::to_wait_for(const ServerRequest* request) {
  if (!may_be_pending()) return nullptr;
  auto activation = pending();
  if (!activation) may_be_pending_.store(false, std::memory_order_release);
  return activation && !activation->is_own(request) ? activation : nullptr;
}

}  // namespace dimma::orb
