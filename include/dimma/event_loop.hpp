#pragma once
/// An ORB in the event loop of its application: GLib, Qt, libuv, or one of the application's own. For Asio
/// <dimma/asio.hpp> does all of this. dimma's own; docs/guides/event-loops.md.
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

/// Lets the ORB have no thread of its own from now on. The threads that call ORB::perform_work() or ORB::run() accept
/// its connections, read requests, make the upcalls, read the replies of asynchronous calls, call reply handlers and
/// keep its timers. (A thread of the library may still resolve a host's name while an asynchronous call connects.) Any
/// number of threads may serve at once; with a single one, upcalls are made one after the other.
///
/// Returns a descriptor that polls readable while something waits to be served, level-triggered; watch it, do not read
/// it. It is closed with the ORB, which has to be destroyed (ORB::destroy()) when no thread serves it.
///
/// A call that blocks holds its thread as usual. Requests that come meanwhile are served by other threads of the
/// application, and in the build without threads by the waiting call itself. So a program that serves with one thread
/// makes asynchronous calls, or gives its calls a deadline.
///
/// Must precede the ORB's first endpoint (activation of the root POA's manager, a reference in text form) and first
/// binding: throws BAD_INV_ORDER afterwards. Returns the same descriptor when called again. From now on a QoS that asks
/// for threads is refused with the name of its field (docs/reference/qos.md, `processing=executor`).
int run_by_application(const CORBA::object_reference<CORBA::ORB>& orb);

/// The events of an ORB that wait to be served, for adapters of event loops. Outlives the ORB. Thread safe.
class EventSource {
 public:
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  /// Returns the descriptor of run_by_application().
  virtual int descriptor() const noexcept = 0;
  /// Takes one event that waits, calls `taken`, then serves the event. An adapter that serves with several threads
  /// watches the descriptor again in `taken`, so that another thread takes the next event meanwhile. Returns false if
  /// no event waited; `taken` has been called then too.
  virtual bool serve(function_ref<void()> taken) = 0;
  /// True if the ORB has been shut down, and nothing will wait again.
  virtual bool has_ended() const noexcept = 0;

 protected:
  EventSource() = default;
  ~EventSource() = default;
};

/// Like run_by_application(), but returns the events.
std::shared_ptr<EventSource> event_source(const CORBA::object_reference<CORBA::ORB>& orb);

/// Keeps an adapter's executor with the ORB: it serves the ORB, and runs the coroutines of servants whose POA has no
/// executor. Called before the ORB's first call.
void event_executor(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<UpcallExecutor> executor);
/// Returns the executor of the ORB that has made the reference; nullptr if it has none, and for a local object.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::Object& object) noexcept;
/// Returns the ORB's executor; nullptr if it has none.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::object_reference<CORBA::ORB>& orb) noexcept;

}  // namespace dimma
