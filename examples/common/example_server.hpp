#pragma once
// The common part of the examples' servers: an ORB, a POA with the requested QoS, two references in files, and a
// function that serves until a signal. Servers that link examples_server can also publish the references at a naming
// service, if dimma's services are built.

#include "common/references.hpp"
#include "common/run_program.hpp"

#include <dimma/signals.hpp>

#ifdef EXAMPLES_NAMING
#include <dimma/naming.hpp>
#endif

#include <csignal>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

class ExampleServer {
 public:
  ExampleServer(int& argc, char** argv, const std::string& program)
      : orb_(init_orb(argc, argv)),
        flags_(program + " --ior-dir DIR [--qos QOS]", "Serves a TestReqReply and a TestOneway until SIGTERM.") {
    dimma::shutdown_on_signals(orb_, {SIGTERM, SIGINT});
    flags_.required("ior-dir", folder_, "where reqreply.ior and oneway.ior are written")
        .text("qos", qos_, "of the server's end, e.g. processing=nullTask,messages=1");
#ifdef EXAMPLES_NAMING
    flags_.text("publish", context_,
                "the context at the naming service (-ORBInitRef NameService=URL) where reqreply and oneway are bound "
                "too, e.g. examples/time; their names go when the server ends");
#endif
  }

  // For further flags, which have to be added before parse().
  measure::CommandLine& flags() { return flags_; }
  const std::string& qos() const { return qos_; }

  IDL::traits<PortableServer::POA>::ref_type root_poa() const {
    return IDL::traits<PortableServer::POA>::narrow(orb_->resolve_initial_references("RootPOA"));
  }
  // The root POA if the QoS is the default.
  IDL::traits<PortableServer::POA>::ref_type poa_of(const dimma::EngineeringQoS& qos) const {
    return qos == dimma::EngineeringQoS{} ? root_poa() : dimma::create_poa(root_poa(), "example", qos);
  }

  std::string text_of(const IDL::traits<CORBA::Object>::ref_type& object) const {
    return orb_->object_to_string(object);
  }
  // The path of a file in the folder; may be called after parse().
  std::filesystem::path file(const std::string& name) const { return std::filesystem::path(folder_) / name; }

  // Writes the reference to NAME.ior, and publishes it as NAME in the context of --publish.
  template <class Servant>
  void publish(const IDL::traits<PortableServer::POA>::ref_type& poa, const Servant& servant, const std::string& name) {
    const auto reference = poa->servant_to_reference(servant);
    ::publish(text_of(reference), file(name + ".ior"));
#ifdef EXAMPLES_NAMING
    if (!context_.empty()) {
      publications_.push_back(dimma::naming::publish(orb_, context_ + "/" + name, reference));
    }
#endif
  }

  // Serves until a signal, and then destroys the ORB.
  void serve() {
    root_poa()->the_POAManager()->activate();
    std::cout << "ready" << std::endl;
    orb_->run();
#ifdef EXAMPLES_NAMING
    publications_.clear();
#endif
    orb_->destroy();
  }

 private:
  IDL::traits<CORBA::ORB>::ref_type orb_;
  measure::CommandLine flags_;
  std::string folder_;
  std::string qos_;
#ifdef EXAMPLES_NAMING
  std::string context_;
  std::vector<dimma::naming::Publication> publications_;
#endif
};
