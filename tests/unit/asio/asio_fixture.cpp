#include "unit/asio/asio_fixture.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

namespace dimma::test {

namespace {

void destroy(const CORBA::object_reference<CORBA::ORB>& orb) {
  try {
    orb->destroy();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    // The test has destroyed it.
  }
}

}  // namespace

CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
  return CORBA::ORB_init(arguments, id);
}

std::string told_of(const std::exception_ptr& failure) {
  if (!failure) return "nothing";
  try {
    std::rethrow_exception(failure);
  } catch (const Desk::Refused& refused) {
    return "Refused " + refused.why() + " " + std::to_string(refused.code());
  } catch (const Desk::Unknown&) {
    return "Unknown";
  } catch (const CORBA::SystemException& exception) {
    return exception._name();
  } catch (const boost::system::system_error& error) {
    return error.code() == boost::asio::error::operation_aborted ? "aborted" : error.what();
  }
}

AsioTest::AsioTest() : server_(make_orb("server")), client_(make_orb("client")) {
  const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  root->activate_object(servant_);
  ior_ = server_->object_to_string(root->servant_to_reference(servant_));
  unbound_ = another();
  binding_ = dimma::bind(unbound_, EngineeringQoS::parse("transport=tcp"));
  clerk_ = binding_.reference();
}

AsioTest::~AsioTest() {
  servant_->holds(false);
  binding_.unbind();
  destroy(client_);
  destroy(server_);
}

ClerkRef AsioTest::another() const { return narrow_unchecked<Desk::Clerk>(client_->string_to_object(ior_)); }

void AsioTest::destroy_client() { destroy(client_); }

}  // namespace dimma::test
