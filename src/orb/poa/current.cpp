#include "orb/poa/current.hpp"

#include "orb/poa/tree/adapter.hpp"
#include "orb/upcall/upcall_stack.hpp"

namespace dimma::orb {

namespace {
ActiveObject& object_of_upcall() {
  if (current_upcall() == nullptr) {
    throw PortableServer::Current::NoContext("the thread is not in an upcall, the only place for POACurrent");
  }
  return *current_upcall()->object;
}
}  // namespace

CORBA::object_reference<PortableServer::POA> CurrentImpl::get_POA() {
  return CORBA::object_reference<PortableServer::POA>(adapter_of(object_of_upcall()).shared());
}

PortableServer::ObjectId CurrentImpl::get_object_id() {
  const auto id = object_of_upcall().id();
  return {id.begin(), id.end()};
}

CORBA::object_reference<CORBA::Object> CurrentImpl::get_reference() {
  auto& object = object_of_upcall();
  return adapter_of(object).reference_to(object.servant(), object.id());
}

CORBA::servant_reference<PortableServer::Servant> CurrentImpl::get_servant() {
  return CORBA::servant_reference<PortableServer::Servant>(object_of_upcall().servant_owner());
}

}  // namespace dimma::orb
