// An axis, in one thread. Its operations are coroutines: one that waits lets the thread serve others.

#include "axis_asio.hpp"

#include <dimma/asio.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <boost/asio.hpp>

#include <csignal>
#include <iostream>

namespace asio = boost::asio;

// Served by one thread, so that it needs no lock.
class Axis : public virtual CORBA::servant_traits<Motion::Axis>::awaitable_base_type {
 public:
  explicit Axis(asio::io_context& io) : moved_(io, asio::steady_timer::time_point::max()) {}

 private:
  asio::awaitable<void> move_to(double position) override {
    position_ = position;
    moved_.cancel();  // wakes all waiting coroutines
    co_return;
  }
  asio::awaitable<double> wait_until(double position) override {
    while (position_ < position) co_await moved_.async_wait(asio::as_tuple(asio::use_awaitable));
    co_return position_;
  }
  // Ends a coroutine whose client has stopped waiting.
  bool _cancel_with_client() override { return true; }

  asio::steady_timer moved_;  // never expires
  double position_ = 0;
};

int main(int argc, char* argv[]) try {
  asio::io_context io{1};
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::asio::run_on(orb, io.get_executor());  // the ORB has no thread of its own
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Axis>(io));
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  io.run();  // returns when the ORB has been shut down
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
