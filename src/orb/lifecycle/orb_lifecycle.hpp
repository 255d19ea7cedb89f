#pragma once
// Starts, runs and ends an ORB. It implements CORBA::ORB.

#include "base/sync/sync.hpp"
#include "orb/poa/requests/dispatcher.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/shutdown.hpp>

#include <functional>
#include <initializer_list>
#include <memory>
#include <vector>

namespace dimma::reactor {
class Timer;
}

namespace dimma::orb {

class ApplicationEvents;
class Exporter;
class Inspection;
class SignalEvent;

class OrbLifecycle final : public OrbState {
 public:
  // The first binder serves objects if a QoS does not name a protocol. Throws CORBA::BAD_PARAM for a default QoS that
  // can't be met.
  static std::shared_ptr<OrbLifecycle> make(Options options, Protocols protocols);
  ~OrbLifecycle();

  // Describes all endpoints and bindings.
  std::vector<channel::Fact> describe();

  // Implement the ORB's functions of these names.
  void run();
  // If the ORB's own threads do the work, the first returns false and the second does nothing.
  bool work_pending();
  void perform_work();
  void shutdown(bool wait_for_completion);
  // Like shutdown(true), but does not block: calls `stopped` once, on any thread and perhaps before this returns; never
  // if the ORB is destroyed before. May be called in an upcall, except in the single-threaded build.
  void begin_shutdown(std::function<void()> stopped);
  void destroy();
  void shutdown_on_signals(std::initializer_list<int> signals);
  void observe_shutdown(const std::weak_ptr<ShutdownObserver>& observer);
  // Throws BAD_INV_ORDER if it is called too late.
  std::shared_ptr<ApplicationEvents> run_by_application();

  // Does what OrbState::leave_to_parent() does, and has references bind anew. Without protocols the ORB counts as
  // destroyed, and so does one that the application runs: its loop is the parent's. Does without the lock, which a
  // thread of the parent may hold: the child has no other thread.
  void leave_to_parent(Protocols fresh, std::vector<std::shared_ptr<void>>& inherited) DIMMA_NO_THREAD_SAFETY_ANALYSIS;

  // Keep it until the ORB is destroyed.
  void keep(std::unique_ptr<Inspection> inspection);
  void keep(std::unique_ptr<Exporter> exporter);

  PoaTree& poas() noexcept { return poas_; }

 private:
  OrbLifecycle(Options options, Protocols protocols);
  // Waits until the observers are done or their time is over. Returns false at once if another thread tells them.
  bool tell_observers();
  void end_asynchronous_calls();
  // Detaches all adapters and their requests. In an inherited ORB these are the parent's: an upcall that was in
  // progress at the fork does not end in the child, and locks that it held stay locked there.
  void detach_adapters();
  void await_adapters();
  void begin_stopping();
  // For the single-threaded build, whose loop checks if the ORB runs only when it has nothing to serve.
  static void leave_loop_soon() noexcept;
  void finish_stopping();
  // If the application runs the ORB: finishes when the last upcall has ended.
  void finish_soon() DIMMA_EXCLUDES(mutex_);
  bool is_drained() DIMMA_EXCLUDES(mutex_);
  // Otherwise: finishes on a thread of its own, of which there is only one.
  void finish_by_thread();
  void join_finisher() noexcept;
  void wait_for_shutdown();
  // nullptr unless the application runs the ORB.
  std::shared_ptr<ApplicationEvents> events() const;
  std::shared_ptr<reactor::EventLoop> signal_loop() const;

  PoaTree poas_;
  Dispatcher dispatcher_;

  mutable sync::Mutex mutex_;  // held while the phase changes, too
  sync::Condition phase_changed_;
  bool observers_told_ DIMMA_GUARDED_BY(mutex_) = false;  // a thread tells them, or has told them
  std::vector<std::weak_ptr<ShutdownObserver>> observers_ DIMMA_GUARDED_BY(mutex_);
  bool ready_to_finish_ DIMMA_GUARDED_BY(mutex_) = false;  // begin_stopping() has done its part
  bool finishing_ DIMMA_GUARDED_BY(mutex_) = false;        // a thread is in finish_stopping(), or was
  // Stays once it is made: run() uses it without the lock.
  std::shared_ptr<SignalEvent> signals_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<ApplicationEvents> events_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<reactor::Timer> finish_timer_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::function<void()>> told_when_stopped_ DIMMA_GUARDED_BY(mutex_);
  sync::Thread finisher_ DIMMA_GUARDED_BY(mutex_);
  std::unique_ptr<Inspection> inspection_ DIMMA_GUARDED_BY(mutex_);
  std::unique_ptr<Exporter> exporter_ DIMMA_GUARDED_BY(mutex_);
  // Owned by the thread in begin_stopping(), and then by the one in finish_stopping(). Others look at it with the lock
  // while neither changes it.
  std::vector<std::shared_ptr<Adapter>> draining_;
};

}  // namespace dimma::orb
