// flow_stream --consume                      serves a Stream as a flow and prints its reference
// flow_stream --produce REF --octets N       for each line "COUNT QOS": sends COUNT messages of N octets as a flow of
//                                            that QoS, prints the messages per second and the share that was delivered

#include "common/flow_account.hpp"
#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/clock.hpp"

#include <stream_skel.hpp>

#include <algorithm>
#include <iostream>
#include <map>

namespace {

class StreamServant final : public virtual CORBA::servant_traits<Stream>::base_type {
  void take(const Content&) override {}
};

int consume(const IDL::traits<CORBA::ORB>::ref_type& orb) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto poa = dimma::create_poa(root, "stream", {.protocol = dimma::Protocol::flow});
  std::cout << orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<StreamServant>())) << std::endl;
  for (std::string line; std::getline(std::cin, line);) continue;
  orb->destroy();
  return 0;
}

int produce(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& reference, std::size_t octets) {
  constexpr std::size_t length_octets = 4;  // a sequence's length in the message
  const auto stream = resolve<Stream>(orb, "produce", reference);
  const Content content(std::max(octets, length_octets) - length_octets);
  struct Sending {
    dimma::FlowBinding<Stream> binding;
    FlowAccount account;
    int turns = 0;
  };
  std::map<std::string, Sending> by_qos;
  std::size_t count = 0;
  for (std::string qos; std::cin >> count && std::getline(std::cin >> std::ws, qos);) {
    if (qos == "-") qos.clear();
    auto& sending = by_qos[qos];
    if (!sending.binding) sending.binding = dimma::bind_flow(stream, dimma::EngineeringQoS::parse(qos));
    const auto begin = measure::now_ns();
    for (std::size_t i = 0; i < count; ++i) sending.binding->take(content);
    const auto took = measure::now_ns() - begin;
    const auto turn = std::to_string(++sending.turns);
    sending.account.settle(sending.binding, turn);
    std::cout << static_cast<double>(count) * 1e9 / static_cast<double>(took) << ' ' << sending.account.delivered(turn)
              << std::endl;
  }
  by_qos.clear();
  orb->destroy();
  return 0;
}

int run(int argc, char** argv) {
  const auto orb = init_orb(argc, argv);
  bool consumes = false;
  std::string reference;
  std::size_t octets = 64;
  measure::CommandLine command_line("flow_stream --consume | --produce REF [--octets N]",
                                    "The processes of dimma-bench flow.");
  command_line.toggle("consume", consumes, "serves, and prints a reference")
      .text("produce", reference, "sends to this reference what standard input says")
      .count("octets", octets, "of a message (64)", 30'000'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (consumes == !reference.empty()) throw measure::UsageError("either --consume or --produce is needed");
  return consumes ? consume(orb) : produce(orb, reference, octets);
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("flow_stream", [&] { return run(argc, argv); });
}
