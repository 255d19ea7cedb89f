// asio_time_server --ior-dir DIR: serves both objects of the Time example on one io_context, in one thread, until
// SIGTERM.

#include "Time/time_servants.hpp"
#include "common/references.hpp"
#include "common/run_program.hpp"

#include <dimma/asio.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <filesystem>
#include <iostream>

namespace {

int serve(int argc, char** argv) {
  boost::asio::io_context io(1);
  const auto orb = init_orb(argc, argv);
  std::string folder;
  measure::CommandLine command_line("asio_time_server --ior-dir DIR",
                                    "Serves a TestReqReply and a TestOneway on an io_context until SIGTERM.");
  command_line.required("ior-dir", folder, "where reqreply.ior and oneway.ior are written");
  if (!command_line.parse(argc, argv)) return 0;

  dimma::asio::run_on(orb, io.get_executor());
  const auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  Served reqreply, oneway;
  const auto publish_servant = [&](const auto& servant, const char* file) {
    publish(orb->object_to_string(poa->servant_to_reference(servant)), std::filesystem::path(folder) / file);
  };
  publish_servant(CORBA::make_reference<ReqReplyServant>(reqreply), "reqreply.ior");
  publish_servant(CORBA::make_reference<OnewayServant>(oneway), "oneway.ior");
  poa->the_POAManager()->activate();
  boost::asio::signal_set signals(io, SIGTERM, SIGINT);
  signals.async_wait([&orb](const boost::system::error_code& error, int) {
    if (!error) orb->shutdown(false);
  });
  std::cout << "ready" << std::endl;
  io.run();
  orb->destroy();
  std::cout << "served reqreply " << reqreply.calls << " calls, oneway " << oneway.calls << " calls" << std::endl;
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("asio_time_server", [&] { return serve(argc, argv); });
}
