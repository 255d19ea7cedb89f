#pragma once
// The common part of the servers of this folder.

#include "common/program.hpp"

#include <dimma/binding.hpp>
#include <dimma/corba.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <string>

namespace mapped {

// Writes the reference that `activate(orb, poa)` returns to NAME.ior in --ior-dir, and serves it in a POA with the QoS
// of
// --qos until SIGTERM. Returns the exit status; prints any exception.
template <class Activate>
int run_server(int argc, char** argv, const std::string& name, Activate activate) {
  try {
    auto orb = CORBA::ORB_init(argc, argv);
    dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
    const program::Options options(argc, argv);
    auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    poa->the_POAManager()->activate();
    const std::string qos = options.optional("--qos", "");
    if (!qos.empty()) poa = dimma::create_poa(poa, name, dimma::EngineeringQoS::parse(qos));
    program::write_reference(options.required("--ior-dir"), name + ".ior", orb->object_to_string(activate(orb, poa)));
    std::cout << "ready" << std::endl;
    orb->run();
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << name << "_server: " << exception << '\n';
  } catch (const std::exception& exception) {
    std::cerr << name << "_server: " << exception.what() << '\n';
  }
  return 1;
}

}  // namespace mapped
