// The clients of dimma-bench scale:
//   scale_client --reqreply REF --connections N [--transport tcp|tls]
//                                                 makes a call over each of N connections to any ORB's server, prints
//                                                 "ready", and keeps them until its input ends
//   scale_client --reqreply REF --turns [--transport tcp|tls]
//                                                 takes turns (measure/turns.hpp): "connect" makes a connection, makes
//                                                 a call over it, and closes it
//   scale_client --objects FILE                   takes turns (measure/turns.hpp) calling the objects whose references
//                                                 the file has: one chosen at random, or each for the first time

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/turns.hpp"

#include <dimma/binding.hpp>
#include <time.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <random>
#include <stdexcept>
#include <vector>

namespace {

constexpr unsigned random_seed = 2046;

using Bindings = std::vector<dimma::Binding<TestReqReply>>;

int keep_connections(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& reference,
                     const std::string& transport, std::size_t count) {
  const auto object = resolve<TestReqReply>(orb, "reqreply", reference);
  const auto qos = dimma::EngineeringQoS::parse("connection=dedicated,transport=" + transport);
  Bindings bindings;
  for (std::size_t i = 0; i < count; ++i) {
    bindings.push_back(dimma::bind(object, qos));
    bindings.back()->test_no_param();
  }
  std::cout << "ready" << std::endl;
  for (std::string line; std::getline(std::cin, line);) continue;
  return 0;
}

int make_connections(const IDL::traits<CORBA::ORB>::ref_type& orb, const std::string& reference,
                     const std::string& transport) {
  const auto object = resolve<TestReqReply>(orb, "reqreply", reference);
  const auto qos = dimma::EngineeringQoS::parse("connection=dedicated,transport=" + transport);
  return measure::serve_turns({{"connect", {[&] { dimma::bind(object, qos)->test_no_param(); }}}});
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
  // Random order avoids the worst case of a cache, in which each object is used when it is just about to be evicted.
  std::mt19937 random(random_seed);
  std::shuffle(objects.begin(), objects.end(), random);
  std::size_t first = 0;
  const auto call_new = [&] {
    if (first == objects.size()) throw std::runtime_error("each object has had its first call");
    objects[first++]->test_no_param();
  };
  const auto call_any = [&] { objects[random() % objects.size()]->test_no_param(); };
  return measure::serve_turns({{"first_call", {call_new}}, {"rpc_null_param", {call_any}}});
}

int run(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  std::size_t connections = 1;
  std::string reference;
  std::string transport = "tcp";
  std::string file;
  bool turns = false;
  measure::CommandLine command_line("scale_client --reqreply REF --connections N|--turns | --objects FILE",
                                    "The many clients of dimma-bench scale, or one of many objects.");
  command_line.count("connections", connections, "how many to keep (1)", 1'000'000)
      .text("reqreply", reference, "a TestReqReply")
      .text("transport", transport, "of the connections (tcp)")
      .toggle("turns", turns, "make one at a time, when standard input says so")
      .text("objects", file, "a file of references to TestReqReply, one a line");
  if (!command_line.parse(argc, argv)) return 0;
  const int status = !file.empty() ? call_objects(orb, file)
                     : turns       ? make_connections(orb, reference, transport)
                                   : keep_connections(orb, reference, transport, connections);
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("scale_client", [&] { return run(argc, argv); });
}
