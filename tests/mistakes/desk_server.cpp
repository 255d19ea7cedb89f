// desk_server [--forget-activate] [--publish NAME]: a first server, with the faults that the tests of mistakes need.
#include "desk_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/publish.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <latch>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace {

class FaultyDesk : public virtual CORBA::servant_traits<Desk>::base_type {
  std::string greet(const std::string& name) override { return "Hello, " + name + "!"; }
  void store(const Octets& data) override { static_cast<void>(data); }
  void fail(const std::string& how) override {
    if (how == "memory") throw std::bad_alloc();
    if (how == "number") throw 42;
    throw std::runtime_error("the drawer is locked");
  }
  void hold() override { released_.wait(); }
  void release() override { released_.count_down(); }

  std::latch released_{1};
};

}  // namespace

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  bool activates = true;
  std::string published;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--forget-activate")
      activates = false;
    else if (std::string_view(argv[i]) == "--publish" && i + 1 < argc)
      published = argv[++i];
  }
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  if (activates) poa->the_POAManager()->activate();
  auto reference = poa->id_to_reference(poa->activate_object(CORBA::make_reference<FaultyDesk>()));
  if (!published.empty()) dimma::publish(orb, published, reference);
  std::cout << orb->object_to_string(reference) << std::endl;
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  orb->run();
  orb->destroy();
} catch (const std::exception& exception) {
  std::cerr << exception.what() << '\n';
  return 1;
}
