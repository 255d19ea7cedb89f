#pragma once
/// An ORB that runs on the application's executor (docs/guides/event-loops.md).
///
///   boost::asio::io_context io;
///   auto orb = CORBA::ORB_init(argc, argv);
///   dimma::asio::run_on(orb, io.get_executor());
///   ...
///   io.run();  // serves the ORB and the application's handlers

#include <dimma/asio/detail/event_steps.hpp>
#include <dimma/asio/executor.hpp>
#include <dimma/event_loop.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <boost/asio/posix/descriptor_base.hpp>

#include <memory>
#include <utility>

namespace dimma::asio {

namespace detail {

/// Waits on the ORB's descriptor until the ORB has been shut down. Asio sees only the descriptor of a poller: the ORB's
/// connections stay blocking sockets, with one send and one receive per call.
///
/// `Executor` is the type of `home`. An io_context's executor keeps its own type, which costs less per event than
/// any_io_executor.
template <class Executor>
class OrbWatch final : public std::enable_shared_from_this<OrbWatch<Executor>> {
 public:
  OrbWatch(const Executor& executor, std::shared_ptr<const AsioExecutor> home, std::shared_ptr<EventSource> events)
      : events_(std::move(events)), home_(std::move(home)), descriptor_(executor, events_->descriptor()) {}
  ~OrbWatch() { descriptor_.release(); }
  OrbWatch(const OrbWatch&) = delete;
  OrbWatch& operator=(const OrbWatch&) = delete;

  void wait() { wait_as(this->shared_from_this()); }

 private:
  void wait_as(std::shared_ptr<OrbWatch> self) {
    descriptor_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                           [self = std::move(self)](const boost::system::error_code& error) {
                             if (!error && !self->events_->has_ended()) self->serve(self);
                           });
  }
  // Another thread may take the next event while this one is serving its event.
  void serve(const std::shared_ptr<OrbWatch>& self) {
    EventSteps steps(*home_);
    events_->serve([&self] { self->wait_as(self); });
    steps.run();
  }

  const std::shared_ptr<EventSource> events_;  // owns the descriptor, and has to outlive the wait
  const std::shared_ptr<const AsioExecutor> home_;
  boost::asio::posix::basic_stream_descriptor<Executor> descriptor_;
};

template <class Executor>
void watch_orb(const Executor& executor, std::shared_ptr<const AsioExecutor> home,
               std::shared_ptr<EventSource> events) {
  std::make_shared<OrbWatch<Executor>>(executor, std::move(home), std::move(events))->wait();
}

}  // namespace detail

/// Makes the ORB run without threads of its own (dimma::run_by_application): `executor`, which belongs to an
/// io_context, a strand or a thread_pool, accepts and reads its connections, makes its upcalls and runs its timers.
/// Calls with a completion token whose handler has no executor complete there too. With an io_context that several
/// threads run, several requests are served at once; with a strand, one after the other.
///
/// The wait for the ORB is outstanding work: io_context::run() returns when the ORB has been shut down completely
/// (ORB::shutdown(false), which may be called anywhere, or ORB::destroy()). Destroy the ORB before the context, or
/// while no thread runs the context: destroy() then serves the remaining events itself.
///
/// Throws BAD_INV_ORDER if the ORB already has an endpoint or a binding.
inline void run_on(const CORBA::object_reference<CORBA::ORB>& orb, const boost::asio::any_io_executor& executor) {
  auto events = event_source(orb);
  const auto home = std::make_shared<detail::AsioExecutor>(executor);
  event_executor(orb, home);
  if (home->io() != nullptr) {
    detail::watch_orb(*home->io(), home, std::move(events));
  } else {
    detail::watch_orb(home->executor(), home, std::move(events));
  }
}

/// Returns the descriptor of an ORB for an event loop other than Asio's, as dimma::run_by_application() does.
inline int handle(const CORBA::object_reference<CORBA::ORB>& orb) { return run_by_application(orb); }

}  // namespace dimma::asio
