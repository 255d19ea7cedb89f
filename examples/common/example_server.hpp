#pragma once
// What the servers of the examples have in common: an ORB, a POA of the QoS that is asked for, two references in files,
// and serving until a signal.

#include "common/references.hpp"
#include "common/run_program.hpp"

#include <dimma/signals.hpp>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>

class ExampleServer {
 public:
  ExampleServer(int& argc, char** argv, const std::string& program)
      : orb_(init_orb(argc, argv)),
        flags_(program + " --ior-dir DIR [--qos QOS]", "Serves a TestReqReply and a TestOneway until SIGTERM.") {
    dimma::shutdown_on_signals(orb_, {SIGTERM, SIGINT});
    flags_.required("ior-dir", folder_, "where reqreply.ior and oneway.ior are written")
        .text("qos", qos_, "of the server's end, e.g. processing=nullTask,messages=1");
  }

  // For what else there is to be said before parse().
  measure::CommandLine& flags() { return flags_; }
  const std::string& qos() const { return qos_; }

  IDL::traits<PortableServer::POA>::ref_type root_poa() const {
    return IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
  }
  // The root POA where nothing is said.
  IDL::traits<PortableServer::POA>::ref_type poa_of(const dimma::EngineeringQoS& qos) const {
    return qos == dimma::EngineeringQoS{} ? root_poa() : dimma::create_poa(root_poa(), "example", qos);
  }

  std::string text_of(const IDL::traits<CORBA::Object>::ref_type& object) const {
    return orb_->object_to_string(object);
  }
  // After parse().
  std::filesystem::path file(const std::string& name) const { return std::filesystem::path(folder_) / name; }

  template <class Servant>
  void publish(const IDL::traits<PortableServer::POA>::ref_type& poa, const Servant& servant,
               const std::string& file) const {
    ::publish(text_of(poa->servant_to_reference(servant)), this->file(file));
  }

  // Until a signal; the ORB is gone afterwards.
  void serve() const {
    root_poa()->the_POAManager()->activate();
    std::cout << "ready" << std::endl;
    orb_->run();
    orb_->destroy();
  }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
  measure::CommandLine flags_;
  std::string folder_;
  std::string qos_;
};
