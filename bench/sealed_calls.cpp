// sealed_calls --qos TEXT [--calls N] [--seconds N] [ORB OPTION]...: a client and a server whose calls use one channel
// of that QoS, which is sealed at both ends. Counts the heap allocations of calls of each kind, and prints for each
//   kind NAME calls N client ALLOCATIONS OCTETS server ALLOCATIONS OCTETS
// where the client's are those of the whole stub; then the allocations of binding and of the first call,
//   bind ALLOCATIONS OCTETS
//   first ALLOCATIONS OCTETS
// and lines of describe():
//   client NAME: TEXT
//   server NAME: TEXT

#include "common/run_program.hpp"

#include <dimma/binding.hpp>
#include <dimma/sealed.hpp>
#include <sealed_skel.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

using dimma::HeapUse;
using Binding = dimma::Binding<SealedBench::Arm>;
using Reference = CORBA::object_reference<SealedBench::Arm>;

// A socket's timeouts have the resolution of the system's tick, 4 ms: a late reply has to be late by more than two
// ticks.
constexpr std::chrono::microseconds deadline{100};
constexpr std::chrono::microseconds stalled{12'000};
constexpr std::chrono::microseconds rested{12'000};  // the pause after a timeout, in which the server ends the upcall

class ArmServant : public CORBA::servant_traits<SealedBench::Arm>::base_type {
 public:
  void ping() override {}
  SealedBench::Joints move(const SealedBench::Joints& to) override {
    if (to.tick() < 0) throw SealedBench::OutOfReach(5, to);
    return to;
  }
  void note(std::int32_t value) override { speed_ = value; }
  std::int32_t speed() override { return speed_; }
  void speed(std::int32_t value) override { speed_ = value; }
  void fail() override { throw CORBA::NO_PERMISSION(1, CORBA::COMPLETED_NO); }
  void stall(std::int32_t microseconds) override {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  }
  std::string state() override {
    const dimma::unsealed may_allocate;
    return "a string that has no room in the object that is its own";
  }

 private:
  std::int32_t speed_ = 0;
};

// Forwards each request to another object.
class Forwarder final : public ArmServant {
 public:
  explicit Forwarder(CORBA::object_reference<CORBA::Object> to) : to_(std::move(to)) {}
  void ping() override { throw PortableServer::ForwardRequest(to_); }

 private:
  const CORBA::object_reference<CORBA::Object> to_;
};

struct Asked {
  std::string qos;
  std::size_t calls = 1'000'000;
  std::size_t seconds = 2;
  std::vector<std::string> orb_options;
};

// The heap memory that the requests of an endpoint have taken, from its description.
HeapUse taken(const dimma::Description& description) {
  constexpr std::string_view took = " took ";
  const std::string text = description.value("memory");
  const std::size_t at = text.find(took);
  if (at == std::string::npos) throw std::runtime_error("describe() says nothing of what was taken: " + text);
  HeapUse use;  // "none took anything", or "3 took 4 heap allocations of 50 octets in total"
  std::string word;
  std::istringstream(text.substr(at + took.size())) >> use.allocations >> word >> word >> word >> use.octets;
  return use;
}

class Ends {
 public:
  explicit Ends(const Asked& asked) : asked_(asked), qos_(dimma::EngineeringQoS::parse(asked.qos)) {
    qos_.memory = dimma::Memory::sealed_counted;
    server_ = orb("server");
    client_ = orb("client");
    auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    poa_ = dimma::create_poa(root, "arms", qos_);
    arm_ = poa_->servant_to_reference(CORBA::make_reference<ArmServant>());
    forwarder_ = poa_->servant_to_reference(CORBA::make_reference<Forwarder>(at_client(arm_, server_)));
  }
  ~Ends() {
    client_->destroy();
    server_->destroy();
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;

  void count() {
    {
      const Binding arm = bind(arm_, true);
      const SealedBench::Joints joints({1, 2, 3, 4, 5, 6}, 7);
      const SealedBench::Joints too_far({1, 2, 3, 4, 5, 6}, -1);
      count("void", arm, [](const Binding& to) { to->ping(); });
      count("struct there and back", arm, [&](const Binding& to) { to->move(joints); });
      count("attribute set and got", arm, [](const Binding& to) {
        to->speed(3);
        to->speed();
      });
      count("oneway, then void", arm, [](const Binding& to) {
        to->note(3);
        to->ping();
      });
      count("user exception", arm, [&](const Binding& to) {
        try {
          to->move(too_far);
        } catch (const SealedBench::OutOfReach&) {
          return;
        }
      });
      count("system exception", arm, [](const Binding& to) {
        try {
          to->fail();
        } catch (const CORBA::NO_PERMISSION&) {
          return;
        }
      });
      count(
          "string, for comparison", arm, [](const Binding& to) { to->state(); }, asked_.calls / 100 + 1);
      describe("client", arm.describe());
    }
    count_forwarded();
    count_late();
    describe("server", dimma::describe(poa_));
  }

 private:
  CORBA::object_reference<CORBA::ORB> orb(const std::string& id) const {
    std::vector<std::string> options = asked_.orb_options;
    for (const char* const option : {"--dimma-endpoint", "iiop://127.0.0.1", "--dimma-log", "error"})
      options.emplace_back(option);
    return CORBA::ORB_init(options, id);
  }
  static CORBA::object_reference<CORBA::Object> at_client(const CORBA::object_reference<CORBA::Object>& object,
                                                          const CORBA::object_reference<CORBA::ORB>& of) {
    return of->string_to_object(of->object_to_string(object));
  }
  Binding bind(const CORBA::object_reference<CORBA::Object>& object, bool is_told) const {
    const auto reference =
        IDL::traits<SealedBench::Arm>::narrow(client_->string_to_object(server_->object_to_string(object)));
    const dimma::sealed scope;
    Binding binding = dimma::bind(reference, qos_);
    const HeapUse bound = scope.used();
    binding->ping();
    const HeapUse first{scope.used().allocations - bound.allocations, scope.used().octets - bound.octets};
    if (!is_told) return binding;
    const dimma::unsealed while_told;
    std::cout << "bind " << bound.allocations << ' ' << bound.octets << "\nfirst " << first.allocations << ' '
              << first.octets << '\n';
    return binding;
  }

  // The first call of each kind is not counted.
  template <class Call>
  void count(const std::string& kind, const Binding& binding, Call call, std::size_t calls = 0) {
    if (calls == 0) calls = asked_.calls;
    call(binding);
    tell(kind, [&] {
      for (std::size_t i = 0; i < calls; ++i) call(binding);
      return calls;
    });
  }
  void tell(const std::string& kind, const std::function<std::size_t()>& calls) {
    const HeapUse before = taken(dimma::describe(poa_));
    HeapUse client;
    std::size_t made = 0;
    {
      const dimma::sealed scope;
      made = calls();
      client = scope.used();
    }
    const HeapUse behind = taken(dimma::describe(poa_));
    std::cout << "kind " << kind << " calls " << made << " client " << client.allocations << ' ' << client.octets
              << " server " << behind.allocations - before.allocations << ' ' << behind.octets - before.octets << '\n';
  }

  void count_forwarded() {
    const Binding forwarded = bind(forwarder_, false);  // its first call is forwarded
    count("void, once forwarded", forwarded, [](const Binding& to) { to->ping(); });
  }

  void count_late() {
    qos_.deadline = deadline;
    const auto reference =
        IDL::traits<SealedBench::Arm>::narrow(client_->string_to_object(server_->object_to_string(arm_)));
    const Binding late = dimma::bind(reference, qos_);
    std::size_t in_time = 0;
    const auto call = [&] {
      try {
        late->stall(static_cast<std::int32_t>(stalled.count()));
        ++in_time;
      } catch (const CORBA::TIMEOUT&) {
        std::this_thread::sleep_for(rested);
      }
    };
    for (int i = 0; i < 3; ++i) call();
    in_time = 0;
    tell("timeout", [&] {
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(asked_.seconds);
      std::size_t calls = 0;
      while (std::chrono::steady_clock::now() < until && calls < asked_.calls) {
        call();
        ++calls;
      }
      return calls - in_time;
    });
  }

  static void describe(const std::string& end, const dimma::Description& description) {
    for (const auto& line : description.lines()) {
      if (line.name == "threads" || line.name == "buffers")
        std::cout << end << ' ' << line.name << ": " << line.text() << '\n';
    }
  }

  const Asked asked_;
  dimma::EngineeringQoS qos_;
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<PortableServer::POA> poa_;
  CORBA::object_reference<CORBA::Object> arm_;
  CORBA::object_reference<CORBA::Object> forwarder_;
};

int run(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "sealed_calls --qos TEXT [--calls N] [--seconds N] [ORB OPTION]...",
      "Counts what calls of each kind take from the heap, at both ends of a channel of that QoS.");
  command_line.required("qos", asked.qos, "of both ends; memory=sealed(count) is added")
      .count("calls", asked.calls, "calls of each kind (1000000)")
      .count("seconds", asked.seconds, "how long calls that pass their deadline are made (2)", 3600)
      .arguments(asked.orb_options);
  if (!command_line.parse(argc, argv)) return 0;
  Ends(asked).count();
  std::cout << "done" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("sealed_calls", [&] { return run(argc, argv); });
}
