// access_plant serve, or access_plant call URL OPERATION...: a server and a client for tests of access rules. The
// server prints its reference, and ends with its standard input. The client prints the result of each operation, or the
// name and minor code of its exception, and goes on with the next one.
#include "plant_skel.hpp"

#include <dimma/caller.hpp>
#include <dimma/corba.hpp>

#include <atomic>
#include <iostream>
#include <map>

namespace {

class ReactorServant : public virtual CORBA::servant_traits<Plant::Reactor>::base_type {
 public:
  std::string who() override { return to_string(*dimma::caller()); }
  void start() override { ++started_; }
  void note() override { ++noted_; }
  std::int32_t started() override { return started_; }
  std::int32_t noted() override { return noted_; }

 private:
  std::atomic<std::int32_t> started_{0};
  std::atomic<std::int32_t> noted_{0};
};

int serve(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<ReactorServant>();
  std::cout << orb->object_to_string(poa->servant_to_reference(servant)) << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
  }
  return 0;
}

using Call = std::string (*)(Plant::Reactor& reactor);
const std::map<std::string, Call> calls{
    {"who", [](Plant::Reactor& reactor) { return reactor.who(); }},
    {"start",
     [](Plant::Reactor& reactor) {
       reactor.start();
       return std::string("done");
     }},
    {"note",
     [](Plant::Reactor& reactor) {
       reactor.note();
       return std::string("sent");
     }},
    {"started", [](Plant::Reactor& reactor) { return std::to_string(reactor.started()); }},
    {"noted", [](Plant::Reactor& reactor) { return std::to_string(reactor.noted()); }},
    {"is_a", [](Plant::Reactor& reactor) { return std::string(reactor._is_a("IDL:Plant/None:1.0") ? "yes" : "no"); }},
    {"pause",
     [](Plant::Reactor&) {
       std::string line;
       return std::string(std::getline(std::cin, line) ? "paused" : "over");
     }},
};

int call(const CORBA::object_reference<CORBA::ORB>& orb, const std::string& url, char** begin, char** end) {
  const auto reactor = IDL::traits<Plant::Reactor>::narrow(orb->string_to_object(url));
  for (char** operation = begin; operation != end; ++operation) {
    try {
      std::cout << calls.at(*operation)(*reactor) << std::endl;
    } catch (const CORBA::SystemException& refused) {
      std::cout << refused._name() << ' ' << std::hex << refused.minor() << std::dec << ' ' << refused._detail()
                << std::endl;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    const std::string what = argc > 1 ? argv[1] : "";
    if (what != "serve" && (what != "call" || argc < 4))
      throw std::runtime_error("usage: serve | call URL OPERATION...");
    const int status = what == "serve" ? serve(orb) : call(orb, argv[2], argv + 3, argv + argc);
    orb->destroy();
    return status;
  } catch (const std::exception& exception) {
    std::cerr << "access_plant: " << exception.what() << '\n';
    return 1;
  }
}
