#pragma once
// The common part of the servers in the classic mapping.

#include "common/program.hpp"
#include "peer.hpp"

#include <iostream>
#include <string>

namespace classic {

inline void publish(CORBA::ORB_ptr orb, const std::string& folder, const std::string& file, CORBA::Object_ptr object) {
  const CORBA::String_var text = orb->object_to_string(object);
  program::write_reference(folder, file, text.in());
}

// Activates the servant in the root POA, which then owns it.
inline CORBA::Object_ptr activated(PortableServer::POA_ptr poa, PortableServer::ServantBase* servant) {
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  servant->_remove_ref();
  return poa->id_to_reference(id);
}

// Calls `serve_what(orb, root_poa, folder)` to write references to --ior-dir, and serves until SIGTERM. Returns the
// exit status; prints any exception.
template <class Publish>
int run_server(int argc, char** argv, const std::string& name, Publish serve_what) {
  try {
    const program::Termination termination;
    const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    const std::string folder = program::Options(argc, argv).required("--ior-dir");
    const CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
    const PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
    const PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    serve_what(orb.in(), poa.in(), folder);
    std::cout << "ready" << std::endl;
    termination.wait();
    return end(orb, 0);
  } catch (const CORBA::Exception& exception) {
    std::cerr << name << "_server: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << name << "_server: " << exception.what() << '\n';
  }
  return 1;
}

}  // namespace classic
