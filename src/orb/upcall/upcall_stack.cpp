#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

constinit DIMMA_PER_THREAD const UpcallFrame* innermost_upcall = nullptr;

namespace {

template <class Matches>
bool in_upcall_if(Matches matches) noexcept {
  for (const UpcallFrame* frame = innermost_upcall; frame != nullptr; frame = frame->previous) {
    if (matches(*frame->object)) return true;
  }
  return false;
}

}  // namespace

bool in_upcall(const OrbState& orb) noexcept {
  return in_upcall_if([&orb](const ActiveObject& of) { return &of.owner().orb() == &orb; });
}

bool in_upcall(const ObjectOwner& adapter) noexcept {
  return in_upcall_if([&adapter](const ActiveObject& of) { return &of.owner() == &adapter; });
}

bool in_upcall(const ActiveObject& object) noexcept {
  return in_upcall_if([&object](const ActiveObject& of) { return &of == &object; });
}

void require_no_upcall(const OrbState& orb, const char* what) {
  if (!in_upcall(orb)) return;
  throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_would_deadlock, CORBA::COMPLETED_NO,
                             std::string(what) + " within an upcall would deadlock");
}

const UpcallFrame* upcall_on(const PortableServer::Servant& servant) noexcept {
  const UpcallFrame* const frame = innermost_upcall;
  return frame != nullptr && &frame->object->servant() == &servant ? frame : nullptr;
}

}  // namespace dimma::orb
