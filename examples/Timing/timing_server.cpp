// timing_server --ior-dir DIR [--qos QOS]: serves both objects of the Timing example until SIGTERM.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "timing_servants.hpp"

#include <dimma/signals.hpp>

#include <csignal>
#include <filesystem>
#include <iostream>

namespace {

int serve(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  std::string folder, qos;
  measure::CommandLine command_line("timing_server --ior-dir DIR [--qos QOS]",
                                    "Serves a TestReqReply and a TestOneway until SIGTERM.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written")
      .text("qos", qos, "of the server's end, e.g. processing=nullTask,messages=1");
  if (!command_line.parse(argc, argv)) return 0;

  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto poa = qos.empty() ? root : dimma::create_poa(root, "timing", dimma::EngineeringQoS::parse(qos));

  Served reqreply, oneway;
  const std::filesystem::path where(folder);
  publish(orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<ReqReplyServant>(reqreply))),
          where / "reqreply.ior");
  publish(orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<OnewayServant>(oneway))),
          where / "oneway.ior");
  root->the_POAManager()->activate();
  std::cout << "ready" << std::endl;

  orb->run();
  orb->destroy();
  std::cout << "served reqreply " << reqreply.calls << " calls " << reqreply.elements << " elements, oneway "
            << oneway.calls << " calls " << oneway.elements << " elements" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("timing_server", [&] { return serve(argc, argv); });
}
