#pragma once
// Takes the resources that a channel's calls need from a pool that may be empty.

#include "channel/nested_wait.hpp"
#include "execution/allocator.hpp"
#include "execution/timed_mutex.hpp"
#include "iiop/message/settings.hpp"
#include "iiop/resources/options.hpp"
#include "transport/transport.hpp"

#include <dimma/qos.hpp>

namespace dimma::iiop {

// The QoS field `exhausted`. A call without a deadline from within an upcall waits only for a limited time, because the
// holder of the pool's last resource may itself wait for this upcall, through any number of processes.
struct Patience {
  Patience(const EngineeringQoS& qos, const Settings& settings) noexcept
      : waits(qos.on_exhaustion == OnExhaustion::wait), within_upcall(settings.nested_wait) {}

  bool waits;
  std::chrono::milliseconds within_upcall;
};

// The part of take() for the case that no resource is free. Returns with the turn held, which the thread-safety
// analysis cannot express for an allocator.
template <class From, class State>
auto take_from_empty(From& from, const Patience& patience, Deadline deadline, std::string_view what,
                     State state) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  if (!patience.waits) {
    from.count_refusal();
    execution::raise_exhausted(what, state());
  }
  if constexpr (!sync::has_threads) {
    from.count_refusal();  // its holder is further up the stack of the only thread
    execution::raise_would_wait(what, state());
  }
  const channel::NestedWait waiting;
  const bool may_wait_for_itself = deadline == no_deadline && channel::CurrentUpcall::in_upcall();
  auto taken = from.take_until(may_wait_for_itself ? Clock::now() + patience.within_upcall : deadline);
  if (taken) return taken;
  if (from.closed()) throw channel_closed();
  if (may_wait_for_itself) execution::raise_would_wait(what, state());
  execution::raise_timed_out(what, state());
}

// Takes a resource from an allocator or a turn. Throws TIMEOUT and NO_RESOURCES, both COMPLETED_NO, with `what` and
// `state()` in the text, and BAD_INV_ORDER if `from` was closed with its channel.
template <class From, class State>
auto take(From& from, const Patience& patience, Deadline deadline, std::string_view what, State state) {
  auto taken = from.take_free();
  return taken ? std::move(taken) : take_from_empty(from, patience, deadline, what, state);
}

template <class Resource>
typename execution::Allocator<Resource>::Lease take(execution::Allocator<Resource>& from, const Patience& patience,
                                                    Deadline deadline) {
  return take(from, patience, deadline, from.what(), [&from] { return from.describe(); });
}

}  // namespace dimma::iiop
