#pragma once
/// Work to be done while an ORB that is being shut down can still be used: by ORB::shutdown(), by ORB::destroy(), by a
/// signal (<dimma/signals.hpp>). dimma's own: CORBA has nothing of the kind.

#include <dimma/orb.hpp>

#include <chrono>
#include <memory>

namespace dimma {

/// The time that a shutdown waits for all observers of its ORB together.
inline constexpr std::chrono::milliseconds shutdown_preparation_max{1'000};

/// Told once that an ORB is about to be shut down, by the thread that does it. Until both functions have returned the
/// ORB works as usual: requests are served, and calls can be made.
class ShutdownObserver {
 public:
  virtual ~ShutdownObserver() = default;
  /// Begins the work, without waiting for it. All observers begin before any is waited for.
  virtual void begin_shutdown() noexcept = 0;
  /// Returns when the work is done, or at `deadline`, which may have passed while others were waited for.
  virtual void await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept = 0;

 protected:
  ShutdownObserver() = default;
  ShutdownObserver(const ShutdownObserver&) = delete;
  ShutdownObserver& operator=(const ShutdownObserver&) = delete;
};

/// Has `observer` told from now on, for as long as it exists. Thread safe.
/// Throws CORBA::BAD_INV_ORDER for an ORB that is shut down, CORBA::OBJECT_NOT_EXIST for one that is destroyed.
void observe_shutdown(const CORBA::object_reference<CORBA::ORB>& orb, const std::weak_ptr<ShutdownObserver>& observer);

}  // namespace dimma
