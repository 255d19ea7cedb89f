// timing_server --ior-dir DIR [--qos QOS] [--protocol iiop|flow]: serves both objects of the Timing example until
// SIGTERM.

#include "common/example_server.hpp"
#include "timing_protocol.hpp"
#include "timing_servants.hpp"

namespace {

int serve(int argc, char** argv) {
  ExampleServer server(argc, argv, "timing_server");
  std::string protocol;
  server.flags().text("protocol", protocol, "iiop or flow, by which oneways come too (what the QoS says; iiop)");
  if (!server.flags().parse(argc, argv)) return 0;

  const auto qos = qos_of(protocol, server.qos());
  Served reqreply, oneway;
  const auto poa = server.poa_of(qos);
  // A flow cannot carry calls with replies: they use the ordinary endpoint of the root POA.
  server.publish(is_flow(qos) ? server.root_poa() : poa, CORBA::make_reference<ReqReplyServant>(reqreply), "reqreply");
  server.publish(poa, CORBA::make_reference<OnewayServant>(oneway), "oneway");
  server.serve();
  std::cout << "served reqreply " << reqreply.calls << " calls " << reqreply.elements << " elements, oneway "
            << oneway.calls << " calls " << oneway.elements << " elements" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("timing_server", [&] { return serve(argc, argv); });
}
