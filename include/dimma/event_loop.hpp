#pragma once
/// Runs an ORB in the event loop of its application: GLib, Qt, libuv, or a custom one. For Asio, <dimma/asio.hpp> does
/// all of this. A dimma extension; see docs/guides/event-loops.md.
///
///   auto orb = CORBA::ORB_init(argc, argv);
///   const auto events = dimma::event_source(orb);
///   // whenever the loop finds events->descriptor() readable:
///   while (!events->has_ended() && events->serve([] {})) {
///   }

#include <dimma/generated/function_ref.hpp>
#include <dimma/orb.hpp>
#include <dimma/upcall_executor.hpp>

#include <memory>

namespace dimma {

/// Makes the ORB run without threads of its own. The threads that call ORB::perform_work() or ORB::run() accept its
/// connections, read requests, make the upcalls, read the replies of asynchronous calls, call reply handlers and run
/// its timers. (A thread of the library may still resolve a host's name while an asynchronous call connects.) Any
/// number of threads may serve at once; with a single one, upcalls are made one after the other.
///
/// Returns a descriptor that polls readable, level-triggered, while events are pending; watch it, do not read from it.
/// It is closed with the ORB, which has to be destroyed (ORB::destroy()) while no thread is serving it.
///
/// A blocking call blocks its thread as usual. Requests that arrive meanwhile are served by other threads of the
/// application, or in the build without threads by the blocked call itself. A program that serves with one thread
/// should therefore make asynchronous calls, or set a deadline for its calls.
///
/// Has to be called before the ORB's first endpoint (activation of the root POA's manager, a reference in text form)
/// and first binding: throws BAD_INV_ORDER afterwards. Returns the same descriptor when called again. A QoS that
/// requires threads is refused from then on; the error names the field (docs/reference/qos.md, `processing=executor`).
int run_by_application(const CORBA::object_reference<CORBA::ORB>& orb);

/// The pending events of an ORB, for adapters of event loops. Outlives the ORB. Thread-safe.
class EventSource {
 public:
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  /// Returns the descriptor of run_by_application().
  virtual int descriptor() const noexcept = 0;
  /// Takes one pending event, calls `taken`, then serves the event. An adapter that serves with several threads watches
  /// the descriptor again in `taken`, so that another thread can take the next event meanwhile. Returns false if no
  /// event was pending; `taken` has been called nevertheless.
  virtual bool serve(function_ref<void()> taken) = 0;
  /// True if the ORB has been shut down and no event will become pending again.
  virtual bool has_ended() const noexcept = 0;

 protected:
  EventSource() = default;
  ~EventSource() = default;
};

/// Like run_by_application(), but returns the source of the events.
std::shared_ptr<EventSource> event_source(const CORBA::object_reference<CORBA::ORB>& orb);

/// Stores an adapter's executor in the ORB: the executor that serves the ORB, and that runs the coroutines of servants
/// whose POA has none. Called before the ORB's first call.
void event_executor(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<UpcallExecutor> executor);
/// Returns the executor of the ORB that made the reference; nullptr if it has none, and for a local object.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::Object& object) noexcept;
/// Returns the ORB's executor; nullptr if it has none.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::object_reference<CORBA::ORB>& orb) noexcept;

}  // namespace dimma
