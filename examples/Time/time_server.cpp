// time_server --ior-dir DIR [--qos QOS] [--publish CONTEXT]: serves both objects of the Time example until SIGTERM.

#include "common/example_server.hpp"
#include "time_servants.hpp"

namespace {

int serve(int argc, char** argv) {
  ExampleServer server(argc, argv, "time_server");
  std::size_t string_takes_us = 0;
  server.flags().count("string-takes-us", string_takes_us,
                       "TestReqReply's test_string blocks so long (for dimma-bench)");
  if (!server.flags().parse(argc, argv)) return 0;

  Served reqreply, oneway;
  const auto poa = server.poa_of(dimma::EngineeringQoS::parse(server.qos()));
  const std::chrono::microseconds string_takes(string_takes_us);
  server.publish(poa, CORBA::make_reference<ReqReplyServant>(reqreply, string_takes), "reqreply");
  server.publish(poa, CORBA::make_reference<OnewayServant>(oneway), "oneway");
  server.serve();
  std::cout << "served reqreply " << reqreply.calls << " calls " << reqreply.characters << " characters, oneway "
            << oneway.calls << " calls " << oneway.characters << " characters" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_server", [&] { return serve(argc, argv); });
}
