// scale_server --ior-dir DIR [--objects N] [--qos QOS]: the Time example's server with N objects; objects.ior has
// references to some of them, spread evenly over all.

#include "Time/time_servants.hpp"
#include "common/example_server.hpp"

#include <algorithm>
#include <fstream>

namespace {

constexpr std::size_t references_max = 1000;

int serve(int argc, char** argv) {
  ExampleServer server(argc, argv, "scale_server");
  std::size_t objects = 1;
  server.flags().count("objects", objects, "how many TestReqReply there are (1)", 10'000'000);
  if (!server.flags().parse(argc, argv)) return 0;

  const auto poa = server.poa_of(dimma::EngineeringQoS::parse(server.qos()));
  Served served;
  const std::size_t step = std::max<std::size_t>(objects / references_max, 1);
  std::ofstream references(server.file("objects.ior"));
  for (std::size_t i = 0; i < objects; ++i) {
    const auto id = poa->activate_object(CORBA::make_reference<ReqReplyServant>(served));
    if (i % step == 0 && i / step < references_max) references << server.text_of(poa->id_to_reference(id)) << '\n';
  }
  references.close();
  server.publish(poa, CORBA::make_reference<ReqReplyServant>(served), "reqreply");
  server.publish(poa, CORBA::make_reference<OnewayServant>(served), "oneway");
  server.serve();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("scale_server", [&] { return serve(argc, argv); });
}
