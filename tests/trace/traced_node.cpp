// traced_node serve [NEXT]: a server that relays to the next node, if one is given. It prints its reference, and ends
// with its standard input. traced_node call REFERENCE OPERATION TIMES [TRACEPARENT]: makes the calls, and prints each
// result. The calls belong to the trace of TRACEPARENT.
#include "traced_skel.hpp"

#include <dimma/corba.hpp>
#include <dimma/trace.hpp>

#include <iostream>
#include <string>
#include <string_view>

namespace {

using Node = CORBA::object_reference<Traced::Node>;

class NodeServant final : public virtual CORBA::servant_traits<Traced::Node>::base_type {
 public:
  explicit NodeServant(Node next) : next_(std::move(next)) {}
  std::string where() override {
    const auto context = dimma::trace::current();
    return context.is_valid() ? dimma::trace::traceparent(context) : std::string();
  }
  std::string relay() override { return next_ ? next_->relay() : where(); }
  void refuse() override { throw Traced::Refused("as told"); }
  void note() override {}

 private:
  const Node next_;
};

void serve(const CORBA::object_reference<CORBA::ORB>& orb, const char* next) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  Node after;
  if (next != nullptr) after = IDL::traits<Traced::Node>::narrow(orb->string_to_object(next));
  const auto servant = CORBA::make_reference<NodeServant>(after);
  std::cout << orb->object_to_string(root->servant_to_reference(servant)) << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
  }
}

void call(const Node& node, std::string_view operation) {
  if (operation == "where") {
    std::cout << node->where() << '\n';
  } else if (operation == "relay") {
    std::cout << node->relay() << '\n';
  } else if (operation == "refuse") {
    try {
      node->refuse();
    } catch (const Traced::Refused& refused) {
      std::cout << refused.why() << '\n';
    }
  } else if (operation == "exists") {
    std::cout << (node->_non_existent() ? "no" : "yes") << '\n';
  } else {
    node->note();
  }
}

int run(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "serve" && argc <= 3) {
    serve(orb, argc == 3 ? argv[2] : nullptr);
  } else if (what == "call" && (argc == 5 || argc == 6)) {
    const dimma::trace::Scope scope(argc == 6 ? dimma::trace::parse(argv[5]).value() : dimma::trace::Context());
    const auto node = dimma::narrow_unchecked<Traced::Node>(orb->string_to_object(argv[2]));
    for (int left = std::stoi(argv[4]); left > 0; --left) call(node, argv[3]);
  } else {
    std::cerr << "usage: traced_node serve [NEXT] | call REFERENCE OPERATION TIMES [TRACEPARENT]\n";
    return 2;
  }
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& failure) {
    std::cerr << "traced_node: " << failure.what() << '\n';
    return 1;
  }
}
