// everything_client --root REF [--forwarded REF] [--big-octets N] [--people-octets N] [the ORB's options]: checks a
// server of everything.idl, prints each check and its outcome; status 0 if all passed.

#include "classic/client_checks.hpp"
#include "common/program.hpp"
#include "peer.hpp"

namespace classic {

std::string describe_exception() {
  try {
    throw;
  } catch (const Everything::Mismatch& mismatch) {
    return std::string("at the server, ") + mismatch.what_differs.in();
  } catch (const CORBA::SystemException& exception) {
    std::ostringstream text;
    text << "CORBA::" << exception._name() << " (minor 0x" << std::hex << exception.minor() << std::dec
         << ", completed " << exception.completed() << ')';
    return text.str();
  } catch (const CORBA::Exception& exception) {
    return exception._name();
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "an exception of unknown type";
  }
}

namespace {

int check(int argc, char** argv) {
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);

  const CORBA::Object_var adapter = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var poa = PortableServer::POA::_narrow(adapter);
  const PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();

  const CORBA::Object_var object = orb->string_to_object(options.required("--root").c_str());
  const Everything::Root_var root = Everything::Root::_narrow(object);
  checks::require(!CORBA::is_nil(root), "--root is no Everything::Root");
  const unsigned long big_octets = options.number("--big-octets", 1UL << 20);
  const Session session{orb, root, big_octets, options.number("--people-octets", big_octets),
                        options.optional("--forwarded", "")};
  checks::Checks checks(describe_exception);
  check_values(checks, session);
  check_exceptions(checks, session);
  check_objects(checks, session);
  check_callbacks(checks, session);
  return end(orb, checks.finish());
}

}  // namespace
}  // namespace classic

int main(int argc, char** argv) {
  try {
    classic::prepare(argc, argv);
    return classic::check(argc, argv);
  } catch (...) {
    std::cerr << "everything_client: " << classic::describe_exception() << '\n';
  }
  return 1;
}
