// A drive with a control loop of 10 ms, which serves requests between its cycles. Everything runs in main()'s thread.

#include "drive_skel.hpp"

#include <dimma/event_loop.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <iterator>

#include <poll.h>

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

// Called between two cycles, never during one, so that it needs no lock.
class Drive : public virtual CORBA::servant_traits<Motion::Drive>::base_type {
 public:
  void control(std::chrono::duration<double> cycle) { position_ += speed_ * cycle.count(); }

 private:
  double speed() override { return speed_; }
  void speed(double speed) override { speed_ = speed; }
  double position() override { return position_; }
  std::uint32_t threads() override {
    return static_cast<std::uint32_t>(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
  }

  double speed_ = 0;
  double position_ = 0;
};

void run(Drive& drive, dimma::EventSource& events) {
  for (auto next = Clock::now() + 10ms; !events.has_ended();) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
    pollfd requests{events.descriptor(), POLLIN, 0};
    if (left > 0ms && poll(&requests, 1, static_cast<int>(left.count())) > 0) {
      events.serve([] {});  // serves one event only, so that the next cycle is not delayed
    }
    if (Clock::now() >= next) {
      drive.control(10ms);
      next += 10ms;
    }
  }
}

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  const auto events = dimma::event_source(orb);  // from now on the ORB starts no threads
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto drive = CORBA::make_reference<Drive>();
  auto id = poa->activate_object(drive);
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  run(*drive, *events);
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
