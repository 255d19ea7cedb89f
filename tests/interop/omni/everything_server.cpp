// everything_server --ior-dir DIR [omniORB's options]: serves everything.idl until SIGTERM. Writes everything.ior, and
// forwarded.ior, an object that answers each request by LOCATION_FORWARD.

#include "common/program.hpp"
#include "omni/object_servants.hpp"

namespace {

template <class Reference>
void publish(CORBA::ORB_ptr orb, const std::string& folder, const std::string& name, Reference reference) {
  const CORBA::String_var text = orb->object_to_string(reference);
  program::write_reference(folder, name, text.in());
}

void serve(int argc, char** argv) {
  const program::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const std::string folder = program::Options(argc, argv).required("--ior-dir");

  const CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();

  const Everything::Root_var root = classic::activate(new classic::Root(poa));
  const Everything::Named_var target = classic::activate<POA_Everything::Left>(new classic::Left("target"));
  const Everything::Named_var forwarder = classic::activate(new classic::Forwarder(target));
  publish(orb, folder, "everything.ior", root.in());
  publish(orb, folder, "forwarded.ior", forwarder.in());
  std::cout << "ready" << std::endl;
  termination.wait();
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "everything_server: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "everything_server: " << exception.what() << '\n';
  }
  return 1;
}
