// classic_naming_server: serves a flat naming context, prints its reference, and ends with SIGTERM.

#include <dimma/classic/corba.hpp>

#include <csignal>
#include <iostream>

#include "flat_context.hpp"

int main(int argc, char* argv[]) {
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ending, nullptr);
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
    PortableServer::Servant_var<naming_test::FlatContext> context = new naming_test::FlatContext;
    CosNaming::NamingContext_var reference = context->_this();
    PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    CORBA::String_var text = orb->object_to_string(reference);
    std::cout << text << std::endl;
    int signal = 0;
    sigwait(&ending, &signal);
    orb->destroy();
  } catch (const CORBA::Exception& exception) {
    std::cerr << exception << '\n';
    return 1;
  }
}
