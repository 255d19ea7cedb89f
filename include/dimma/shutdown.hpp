#pragma once
/// Work to be done before an ORB is shut down, while it can still be used: by ORB::shutdown(), by ORB::destroy(), or by
/// a signal (<dimma/signals.hpp>). A dimma extension: CORBA has nothing comparable.

#include <dimma/orb.hpp>

#include <chrono>
#include <memory>

namespace dimma {

/// Maximum time that a shutdown waits for all observers of its ORB together.
inline constexpr std::chrono::milliseconds shutdown_preparation_max{1'000};

/// Notified once that an ORB is about to be shut down, by the thread that shuts it down. Until both functions have
/// returned the ORB works as usual: requests are served, and calls can be made.
class ShutdownObserver {
 public:
  virtual ~ShutdownObserver() = default;
  /// Begins the work, without waiting for it. Called for all observers before any of them is waited for.
  virtual void begin_shutdown() noexcept = 0;
  /// Waits until the work is done, or until `deadline`, which may already have passed while other observers were waited
  /// for.
  virtual void await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept = 0;

 protected:
  ShutdownObserver() = default;
  ShutdownObserver(const ShutdownObserver&) = delete;
  ShutdownObserver& operator=(const ShutdownObserver&) = delete;
};

/// Registers `observer` for as long as it exists. Thread-safe. Throws CORBA::BAD_INV_ORDER for an ORB that is shut
/// down, CORBA::OBJECT_NOT_EXIST for an ORB that is destroyed.
void observe_shutdown(const CORBA::object_reference<CORBA::ORB>& orb, const std::weak_ptr<ShutdownObserver>& observer);

}  // namespace dimma
