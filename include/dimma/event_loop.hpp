#pragma once
/// An ORB in the event loop of its application: GLib, Qt, libuv, a loop of one's own. For Asio <dimma/asio.hpp> does
/// all of this. dimma's own; docs/guides/event-loops.md.
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

/// From now on the ORB has no thread of its own: the threads that call ORB::perform_work() or ORB::run() accept its
/// connections, read requests, make the upcalls, read the replies of asynchronous calls, call reply handlers and keep
/// its times. (A thread of the library's may still resolve a host's name while an asynchronous call connects.) Any
/// number of threads may serve at once; with one of them upcalls are made one after the other.
///
/// Gives a descriptor that polls readable while something waits to be served, level-triggered; watch it, do not read
/// it. It is closed with the ORB, which has to be destroyed (ORB::destroy()) when no thread serves it.
///
/// A call that blocks holds its thread as usual. Requests that come meanwhile are served by other threads of the
/// application, and in the build without threads by the waiting call itself: a program that serves with one thread
/// makes asynchronous calls, or gives its calls a deadline.
///
/// Before the ORB's first endpoint (activation of the root POA's manager, a reference in text form) and first binding:
/// throws BAD_INV_ORDER afterwards. The same descriptor when called again. A QoS that asks for threads is refused
/// from now on with the name of its field (docs/reference/qos.md, `processing=executor`).
int run_by_application(const CORBA::object_reference<CORBA::ORB>& orb);

/// The events of an ORB that wait to be served, for adapters of event loops. Outlives the ORB. All functions may be
/// called from any thread.
class EventSource {
 public:
  EventSource(const EventSource&) = delete;
  EventSource& operator=(const EventSource&) = delete;

  /// As run_by_application().
  virtual int descriptor() const noexcept = 0;
  /// Takes one event that waits, calls `taken`, then serves the event. An adapter that serves with several threads
  /// looks at the descriptor again in `taken`, so that another thread takes the next event meanwhile. False when none
  /// waited; `taken` has been called then too.
  virtual bool serve(function_ref<void()> taken) = 0;
  /// The ORB has been shut down, and nothing will wait again.
  virtual bool has_ended() const noexcept = 0;

 protected:
  EventSource() = default;
  ~EventSource() = default;
};

/// As run_by_application().
std::shared_ptr<EventSource> event_source(const CORBA::object_reference<CORBA::ORB>& orb);

/// Keeps an adapter's executor with the ORB: it serves the ORB, and runs the coroutines of servants whose POA has none
/// of its own. To be called before the ORB's first call.
void event_executor(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<UpcallExecutor> executor);
/// The one of the ORB that has made the reference; nullptr for none, and for a local object.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::Object& object) noexcept;
/// The ORB's own; nullptr for none.
const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::object_reference<CORBA::ORB>& orb) noexcept;

}  // namespace dimma
