#pragma once
/// Work to do while an ORB can still be used, when it is shut down: by ORB::shutdown(), by ORB::destroy(), by a signal
/// (<dimma/signals.hpp>). dimma's own: CORBA has nothing of the kind.

#include <dimma/orb.hpp>

#include <chrono>
#include <memory>

namespace dimma {

/// How long a shutdown waits for all observers of its ORB together.
inline constexpr std::chrono::milliseconds shutdown_preparation_max{1'000};

/// Is told once that an ORB is about to be shut down, by the thread that does it. Until both functions have returned
/// the ORB works as ever: requests are served, and calls can be made.
class ShutdownObserver {
 public:
  virtual ~ShutdownObserver() = default;
  /// Begins what is to be done, and does not wait for it. All observers begin before one is waited for.
  virtual void begin_shutdown() noexcept = 0;
  /// Returns when it is done, or at `deadline`. That may have passed: others were waited for before.
  virtual void await_shutdown(std::chrono::steady_clock::time_point deadline) noexcept = 0;

 protected:
  ShutdownObserver() = default;
  ShutdownObserver(const ShutdownObserver&) = delete;
  ShutdownObserver& operator=(const ShutdownObserver&) = delete;
};

/// From now on `observer` is told, for as long as it exists. Any thread.
/// Throws CORBA::BAD_INV_ORDER for an ORB that is shut down, CORBA::OBJECT_NOT_EXIST for one that is destroyed.
void observe_shutdown(const CORBA::object_reference<CORBA::ORB>& orb, const std::weak_ptr<ShutdownObserver>& observer);

}  // namespace dimma
