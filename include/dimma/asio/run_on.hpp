#pragma once
/// An ORB that runs on the application's executor (docs/guides/event-loops.md).
///
///   boost::asio::io_context io;
///   auto orb = CORBA::ORB_init(argc, argv);
///   dimma::asio::run_on(orb, io.get_executor());
///   ...
///   io.run();  // serves the ORB, beside all else

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

/// Keeps a wait for the ORB's descriptor outstanding until the ORB has been shut down. Asio gets only the descriptor of
/// a poller: the ORB's connections stay blocking sockets with one send and one receive a call.
///
/// `Executor` is the type of `home`. An io_context's executor is used as itself, which costs less per event than
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
  // Another thread may take the next event while this one serves its own.
  void serve(const std::shared_ptr<OrbWatch>& self) {
    EventSteps steps(*home_);
    events_->serve([&self] { self->wait_as(self); });
    steps.run();
  }

  const std::shared_ptr<EventSource> events_;  // has the descriptor, and outlives what waits for it
  const std::shared_ptr<const AsioExecutor> home_;
  boost::asio::posix::basic_stream_descriptor<Executor> descriptor_;
};

template <class Executor>
void watch_orb(const Executor& executor, std::shared_ptr<const AsioExecutor> home,
               std::shared_ptr<EventSource> events) {
  std::make_shared<OrbWatch<Executor>>(executor, std::move(home), std::move(events))->wait();
}

}  // namespace detail

/// Lets the ORB have no thread of its own from now on (dimma::run_by_application): its connections are accepted and
/// read, its upcalls made and its timers kept on `executor`, which belongs to an io_context, a strand or a thread_pool.
/// Calls with a completion token whose handler has no executor complete there too. With an io_context that several
/// threads run, several requests are served at once; with a strand, one after the other.
///
/// The wait for the ORB is outstanding work: io_context::run() returns when the ORB has been shut down completely
/// (ORB::shutdown(false), which may be called anywhere, or ORB::destroy()). Destroy the ORB before the context, or
/// while no thread runs the context: destroy() then serves the rest itself.
///
/// Throws BAD_INV_ORDER if the ORB has an endpoint or a binding already.
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

/// Returns the descriptor of an ORB for an event loop other than Asio's: dimma::run_by_application().
inline int handle(const CORBA::object_reference<CORBA::ORB>& orb) { return run_by_application(orb); }

}  // namespace dimma::asio
