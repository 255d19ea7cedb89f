// time_server --ior-dir DIR [--qos QOS]: serves both objects of the Time example until SIGTERM.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "time_servants.hpp"

#include <dimma/signals.hpp>

#include <csignal>
#include <filesystem>
#include <iostream>

namespace {

int serve(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  std::string folder, qos;
  std::size_t string_takes_us = 0;
  measure::CommandLine command_line("time_server --ior-dir DIR [--qos QOS]",
                                    "Serves a TestReqReply and a TestOneway until SIGTERM.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written")
      .text("qos", qos, "of the server's end, e.g. processing=nullTask,messages=1")
      .count("string-takes-us", string_takes_us, "TestReqReply's test_string blocks so long (for dimma-bench)");
  if (!command_line.parse(argc, argv)) return 0;

  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto poa = qos.empty() ? root : dimma::create_poa(root, "time", dimma::EngineeringQoS::parse(qos));

  Served reqreply, oneway;
  const std::filesystem::path where(folder);
  publish(orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<ReqReplyServant>(
              reqreply, std::chrono::microseconds(string_takes_us)))),
          where / "reqreply.ior");
  publish(orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<OnewayServant>(oneway))),
          where / "oneway.ior");
  root->the_POAManager()->activate();
  std::cout << "ready" << std::endl;

  orb->run();
  orb->destroy();
  std::cout << "served reqreply " << reqreply.calls << " calls " << reqreply.characters << " characters, oneway "
            << oneway.calls << " calls " << oneway.characters << " characters" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_server", [&] { return serve(argc, argv); });
}
