// callbacks_client --hub REF [omniORB's options]: makes the hub call it back, and checks the callbacks; status 0 if all
// are correct.

#include "classic/serving.hpp"
#include "common/program.hpp"
#include "omni/callbacks.hpp"
#include "omni/ending.hpp"
#include "omni/tls.hpp"

#include <stdexcept>

namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

void check(Callbacks::Hub_ptr hub, Callbacks::Listener_ptr listener, classic::CallbackListener& servant) {
  for (CORBA::Long i = 0; i < 50; ++i) require(hub->call(listener, i) == i + 1, "call");
  hub->notify(listener, 6);
  require(servant.await_notice(6), "notify");
  Callbacks::Octets data;
  data.length(300000);
  const Callbacks::Octets_var back = hub->echo(listener, data);
  require(back->length() == data.length(), "echo");
  for (CORBA::Long depth = 0; depth < 6; ++depth) require(hub->bounce(listener, depth) == depth, "bounce");
  hub->keep("a", listener);
  for (CORBA::Long i = 0; i < 50; ++i) require(hub->call_kept("a", i) == i + 1, "call_kept");
}

int run(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  const CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var root = PortableServer::POA::_narrow(object);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  manager->activate();
  const PortableServer::POA_var poa = classic::both_ways(orb, root);
  auto* const servant = new classic::CallbackListener;
  const PortableServer::ServantBase_var keep(servant);
  const PortableServer::ObjectId_var id = poa->activate_object(servant);
  const CORBA::Object_var made = poa->id_to_reference(id);
  const Callbacks::Listener_var listener = Callbacks::Listener::_narrow(made);
  const CORBA::Object_var given = orb->string_to_object(options.required("--hub").c_str());
  const Callbacks::Hub_var hub = Callbacks::Hub::_narrow(given);
  check(hub, listener, *servant);
  std::cout << "called back\n";
  return classic::end(orb, 0);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    classic::use_tls(argc, argv);
    return run(argc, argv);
  } catch (const Callbacks::Lost& lost) {
    std::cerr << "callbacks_client: the hub got " << lost.why.in() << ' ' << std::hex << lost.minor_code << '\n';
  } catch (const CORBA::SystemException& exception) {
    std::cerr << "callbacks_client: " << exception._name() << ' ' << std::hex << exception.minor() << '\n';
  } catch (const CORBA::Exception& exception) {
    std::cerr << "callbacks_client: " << exception._name() << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "callbacks_client: " << exception.what() << '\n';
  }
  return 1;
}
