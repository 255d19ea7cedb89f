// The other process of the tests: a consumer or a producer that is controlled by lines on its standard input.
//   flow_peer consumer ORB-OPTIONS...
//       prints its reference; then executes each line, "hold", "go", "entered", "deactivate" or "count", and answers
//       it with the number of calls so far
//   flow_peer producer REFERENCE NUMBER [QOS]
//       sends "note" 0 to NUMBER - 1, prints "sent" and the number of messages that the consumer expected; then for
//       each line that is a number, sends that many more, and prints "DELIVERED/EXPECTED" for each consumer that
//       answers; for "account", prints the whole report of one consumer

#include "unit/flow/feed_servant.hpp"

#include <dimma/flow.hpp>

#include <iostream>

namespace {

using dimma::flow::FeedServant;

int consume(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  // Persistent, so that references outlive the process.
  const auto poa =
      root->create_POA("feeds", root->the_POAManager(),
                       {root->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT),
                        root->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  const auto servant = CORBA::make_reference<FeedServant>();
  const PortableServer::ObjectId id{'f', 'e', 'e', 'd'};
  poa->activate_object_with_id(id, servant);
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "hold") servant->hold();
    if (line == "go") servant->let_go();
    if (line == "deactivate") poa->deactivate_object(id);
    if (line == "entered") servant->is_entered();
    std::cout << servant->numbers().size() << std::endl;
  }
  servant->let_go();
  orb->destroy();
  return 0;
}

// Prints the numbers in the order of a report packet.
void print(const dimma::FlowReport::Consumer& said) {
  for (const auto number :
       {said.expected, said.received, said.lost, said.incomplete, said.assembling, said.duplicates, said.reordered,
        said.late, said.unsettled, said.delivered, said.dropped, said.refused, said.octets}) {
    std::cout << number << ' ';
  }
  std::cout << said.jitter.count() << std::endl;
}

int produce(int argc, char** argv) {
  const std::string reference = argv[2];
  const int count = std::stoi(argv[3]);
  const auto orb = CORBA::ORB_init(argc, argv);
  const auto feed = IDL::traits<Feed>::narrow(orb->string_to_object(reference));
  const auto binding = dimma::bind_flow(feed, dimma::EngineeringQoS::parse(argc > 4 ? argv[4] : ""));
  for (int i = 0; i < count; ++i) binding->note(i, "from another process");
  std::cout << "sent " << binding.report().consumer.expected << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "account") {
      print(binding.report(std::chrono::seconds(30)).consumer);
      continue;
    }
    for (int i = 0; i < std::stoi(line); ++i) binding->note(i, "again");
    std::string said;
    for (const auto& one : binding.report().consumers) {
      said += std::to_string(one.delivered) + '/' + std::to_string(one.expected) + ' ';
    }
    std::cout << said << std::endl;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::string role = argc > 1 ? argv[1] : "";
    if (role == "consumer") return consume(argc, argv);
    if (role == "producer" && argc > 3) return produce(argc, argv);
    std::cerr << "flow_peer: consumer or producer\n";
  } catch (const std::exception& error) {
    std::cerr << "flow_peer: " << error.what() << '\n';
  }
  return 2;
}
