// The other end of dimma-bench scale:
//   scale_client --reqreply REF --connections N   makes a call over each of N connections to any ORB's server, says
//                                                 "ready" and keeps them until its input ends
//   scale_client --objects FILE                   takes turns (measure/turns.hpp) at the objects whose references the
//                                                 file has, one after another

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/turns.hpp"

#include <dimma/binding.hpp>
#include <time.hpp>

#include <fstream>
#include <iostream>
#include <vector>

namespace {

using Bindings = std::vector<dimma::Binding<TestReqReply>>;

int keep_connections(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& reference, std::size_t count) {
  const auto object = resolve<TestReqReply>(orb, "reqreply", reference);
  const auto qos = dimma::EngineeringQoS::parse("transport=tcp,connection=dedicated");
  Bindings bindings;
  for (std::size_t i = 0; i < count; ++i) {
    bindings.push_back(dimma::bind(object, qos));
    bindings.back()->test_no_param();
  }
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) continue;
  return 0;
}

int call_objects(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& file) {
  std::ifstream in(file);
  const auto qos = dimma::EngineeringQoS::parse("transport=tcp");
  Bindings bindings;
  std::vector<IDL::traits<TestReqReply>::ref_type> objects;
  for (std::string line; std::getline(in, line);) {
    bindings.push_back(dimma::bind(resolve<TestReqReply>(orb, "objects", line), qos));
    objects.push_back(bindings.back().reference());
  }
  if (objects.empty()) throw measure::UsageError("--objects: there is no reference in " + file);
  std::size_t next = 0;
  return measure::serve_turns({{"rpc_null_param", {[&] { objects[next++ % objects.size()]->test_no_param(); }}}});
}

int run(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  std::size_t connections = 1;
  std::string reference;
  std::string file;
  measure::CommandLine command_line("scale_client --reqreply REF --connections N | --objects FILE",
                                    "The many clients of dimma-bench scale, or one of many objects.");
  command_line.count("connections", connections, "how many to keep (1)", 1'000'000)
      .text("reqreply", reference, "a TestReqReply")
      .text("objects", file, "a file of references to TestReqReply, one a line");
  if (!command_line.parse(argc, argv)) return 0;
  const int status = file.empty() ? keep_connections(orb, reference, connections) : call_objects(orb, file);
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("scale_client", [&] { return run(argc, argv); });
}
