#include "orb/lifecycle/making/forks.hpp"

#include "base/call_memory.hpp"
#include "base/log/log.hpp"
#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"
#include "orb/lifecycle/making/composition.hpp"
#include "orb/lifecycle/registry.hpp"
#include "reactor/loop.hpp"
#include "tracing/current.hpp"

#include <exception>
#include <memory>
#include <vector>

#include <pthread.h>

namespace dimma::orb {

namespace {

// Objects inherited from the parent. They are never destroyed, because their destructors would shut down connections
// that the parent still uses, and join threads that do not exist in the child.
std::vector<std::shared_ptr<void>>& inherited() {
  static NeverDestroyed<std::vector<std::shared_ptr<void>>> only;
  return *only;
}

Protocols protocols_if_possible(const Options& options) noexcept {
  try {
    return protocols_of(options);
  } catch (const std::exception&) {
    return {};  // files named by the options may no longer exist
  }
}

// Takes the process-wide locks, so that no other thread holds them at the fork.
void lock_for_fork() noexcept {
  lock_registry();
  log::lock_log();
  asio::detail::lock_call_memory();
}

void unlock_in_parent() noexcept {
  asio::detail::unlock_call_memory();
  log::unlock_log();
  unlock_registry();
}

// Called in the child before fork() returns.
void leave_to_parent() noexcept {
  asio::detail::unlock_call_memory();
  log::unlock_log_in_child();
  if constexpr (!sync::has_threads) reactor::Loop::leave_to_parent();
  for (const auto& orb : locked_orbs()) {
    inherited().push_back(orb);
    orb->leave_to_parent(protocols_if_possible(orb->options()), inherited());
  }
  unlock_registry();
  tracing::seed_anew();
}

}  // namespace

void heed_forks() {
  static const int heeded = ::pthread_atfork(lock_for_fork, unlock_in_parent, leave_to_parent);
  static_cast<void>(heeded);
}

}  // namespace dimma::orb
