#include "orb/lifecycle/forks.hpp"

#include "base/call_memory.hpp"
#include "base/log/log.hpp"
#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"
#include "orb/lifecycle/composition.hpp"
#include "orb/lifecycle/registry.hpp"
#include "reactor/loop.hpp"
#include "tracing/current.hpp"

#include <exception>
#include <memory>
#include <vector>

#include <pthread.h>

namespace dimma::orb {

namespace {

// The objects of the parent. Destroying them would shut down connections that are the parent's too, and join threads
// that do not exist here.
std::vector<std::shared_ptr<void>>& inherited() {
  static NeverDestroyed<std::vector<std::shared_ptr<void>>> only;
  return *only;
}

Protocols protocols_if_possible(const Options& options) noexcept {
  try {
    return protocols_of(options);
  } catch (const std::exception&) {
    return {};  // files that the options name may have gone
  }
}

// Takes the locks that threads of the ORBs may take at any time and that child and parent each have for themselves, so
// that no thread holds one at the fork.
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

// Runs in the child before fork() returns.
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
