#pragma once
// The implementation of CORBA::ORB: starts, runs and ends an ORB.

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
  // Objects are served by the first binder if a QoS names no protocol. Throws CORBA::BAD_PARAM if the default QoS is
  // not supported.
  static std::shared_ptr<OrbLifecycle> make(Options options, Protocols protocols);
  ~OrbLifecycle();

  // Describes the options, and all open endpoints and bindings.
  std::vector<channel::Fact> describe();

  // Implement the ORB operations of the same names.
  void run();
  // If the ORB's own threads do the work, work_pending() returns false and perform_work() is a no-op.
  bool work_pending();
  void perform_work();
  void shutdown(bool wait_for_completion);
  // Asynchronous version of shutdown(true). Calls `stopped` once, on any thread and possibly before returning, but not
  // if the ORB is destroyed before. May be called in an upcall, except in the single-threaded build.
  void begin_shutdown(std::function<void()> stopped);
  void destroy();
  void shutdown_on_signals(std::initializer_list<int> signals);
  void observe_shutdown(const std::weak_ptr<ShutdownObserver>& observer);
  // Throws BAD_INV_ORDER if the ORB is already in use.
  std::shared_ptr<ApplicationEvents> run_by_application();

  // Like OrbState::leave_to_parent(), and also makes references bind again. The ORB counts as destroyed if `fresh` is
  // empty or the application runs the ORB, since the event loop belongs to the parent. Takes no lock, as a thread of
  // the parent may hold it; the child has no other thread.
  void leave_to_parent(Protocols fresh, std::vector<std::shared_ptr<void>>& inherited) DIMMA_NO_THREAD_SAFETY_ANALYSIS;

  // Keep the object until the ORB is destroyed.
  void keep(std::unique_ptr<Inspection> inspection);
  void keep(std::unique_ptr<Exporter> exporter);

  PoaTree& poas() noexcept { return poas_; }

 private:
  OrbLifecycle(Options options, Protocols protocols);
  // Calls the shutdown observers and waits until they are done or a time limit is reached. Returns false at once if
  // this function has been called before.
  bool tell_observers();
  void end_asynchronous_calls();
  // Detaches all adapters and their requests. Not called in an inherited ORB, whose adapters belong to the parent: an
  // upcall in progress at the fork does not end in the child, and locks that it held stay locked there.
  void detach_adapters();
  void await_adapters();
  void begin_stopping();
  // Makes the event loop of the single-threaded build check soon whether the ORB still runs, even if it is busy.
  static void leave_loop_soon() noexcept;
  void finish_stopping();
  // Used if the application runs the ORB: finishes the shutdown when the last upcall has ended.
  void finish_soon() DIMMA_EXCLUDES(mutex_);
  bool is_drained() DIMMA_EXCLUDES(mutex_);
  // Used otherwise: finishes the shutdown on a separate thread. No-op if that thread already exists.
  void finish_by_thread();
  void join_finisher() noexcept;
  void wait_for_shutdown();
  // Returns nullptr unless the application runs the ORB.
  std::shared_ptr<ApplicationEvents> events() const;
  std::shared_ptr<reactor::EventLoop> signal_loop() const;

  PoaTree poas_;
  Dispatcher dispatcher_;

  mutable sync::Mutex mutex_;  // also held while the phase changes
  sync::Condition phase_changed_;
  bool observers_told_ DIMMA_GUARDED_BY(mutex_) = false;  // a thread is calling the observers, or has done so
  std::vector<std::weak_ptr<ShutdownObserver>> observers_ DIMMA_GUARDED_BY(mutex_);
  bool ready_to_finish_ DIMMA_GUARDED_BY(mutex_) = false;  // begin_stopping() is complete
  bool finishing_ DIMMA_GUARDED_BY(mutex_) = false;        // a thread is or was in finish_stopping()
  // Never replaced once set, so run() may use the object without the lock.
  std::shared_ptr<SignalEvent> signals_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<ApplicationEvents> events_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<reactor::Timer> finish_timer_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::function<void()>> told_when_stopped_ DIMMA_GUARDED_BY(mutex_);
  sync::Thread finisher_ DIMMA_GUARDED_BY(mutex_);
  std::unique_ptr<Inspection> inspection_ DIMMA_GUARDED_BY(mutex_);
  std::unique_ptr<Exporter> exporter_ DIMMA_GUARDED_BY(mutex_);
  // Owned by the thread in begin_stopping(), then by the one in finish_stopping(). Other threads only read it, with the
  // lock held, while neither of the two modifies it.
  std::vector<std::shared_ptr<Adapter>> draining_;
};

}  // namespace dimma::orb
