#pragma once
// The common part of the programs in the classic mapping, which are built with omniORB and with dimma.

#include "measure/command_line.hpp"
#include "orb.hpp"

#include <pthread.h>

#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

namespace classic {

// Blocks the signals that wait() waits for. It must be created before the ORB, whose threads inherit the mask.
class Termination {
 public:
  Termination() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  }
  void wait() const {
    int received = 0;
    sigwait(&signals_, &received);
  }

 private:
  sigset_t signals_{};
};

inline void activate_root_poa(CORBA::ORB_ptr orb) {
  const CORBA::Object_var adapter = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(adapter);
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();
}

inline void publish(CORBA::ORB_ptr orb, CORBA::Object_ptr object, const std::string& file) {
  const CORBA::String_var reference = orb->object_to_string(object);
  std::ofstream out(file);
  out << reference.in() << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

// Writes the references to the example's two objects to files in a folder.
inline void publish(CORBA::ORB_ptr orb, CORBA::Object_ptr reqreply, CORBA::Object_ptr oneway,
                    const std::string& folder) {
  publish(orb, reqreply, folder + "/reqreply.ior");
  publish(orb, oneway, folder + "/oneway.ior");
}

// Serves until a signal comes; then ends the ORB.
inline void serve(CORBA::ORB_ptr orb, const Termination& termination) {
  activate_root_poa(orb);
  std::cout << "ready" << std::endl;
  termination.wait();
  orb->destroy();
}

// The name of a program of this ORB.
inline std::string named(const std::string& name) { return prefix + name; }

inline int run_program(const std::string& name, const std::function<int()>& body) {
  return measure::run_program(name, [&body] {
    try {
      return body();
    } catch (const CORBA::Exception& exception) {
      throw std::runtime_error(std::string("CORBA::") + exception._name());
    }
  });
}

}  // namespace classic
