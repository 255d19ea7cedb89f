#include "orb/current.hpp"

#include "base/sync.hpp"
#include "orb/adapter.hpp"
#include "orb/core.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

constinit DIMMA_PER_THREAD const UpcallFrame* innermost_upcall = nullptr;

namespace {
ActiveObject& object_of_upcall() {
  if (innermost_upcall == nullptr) {
    throw PortableServer::Current::NoContext("the thread makes no upcall: POACurrent is for servants");
  }
  return *innermost_upcall->object;
}
}  // namespace

bool in_upcall(const Core& core) noexcept {
  for (const UpcallFrame* frame = innermost_upcall; frame != nullptr; frame = frame->previous) {
    if (&frame->object->adapter().core() == &core) return true;
  }
  return false;
}

void require_no_upcall(const Core& core, const char* what) {
  if (!in_upcall(core)) return;
  throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_would_deadlock, CORBA::COMPLETED_NO,
                             std::string(what) + " within an upcall would wait for itself");
}

const UpcallFrame* upcall_on(const PortableServer::Servant& servant) noexcept {
  const UpcallFrame* const frame = innermost_upcall;
  return frame != nullptr && &frame->object->servant() == &servant ? frame : nullptr;
}

CORBA::object_reference<PortableServer::POA> CurrentImpl::get_POA() {
  return CORBA::object_reference<PortableServer::POA>(object_of_upcall().adapter().shared());
}

PortableServer::ObjectId CurrentImpl::get_object_id() {
  const auto id = object_of_upcall().id();
  return {id.begin(), id.end()};
}

CORBA::object_reference<CORBA::Object> CurrentImpl::get_reference() {
  auto& object = object_of_upcall();
  return object.adapter().reference_to(object.servant(), object.id());
}

CORBA::servant_reference<PortableServer::Servant> CurrentImpl::get_servant() {
  return CORBA::servant_reference<PortableServer::Servant>(object_of_upcall().servant_owner());
}

}  // namespace dimma::orb
