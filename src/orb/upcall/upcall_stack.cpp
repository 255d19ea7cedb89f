#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

constinit DIMMA_PER_THREAD const UpcallFrame* innermost_upcall = nullptr;

bool in_upcall(const OrbState& orb) noexcept {
  for (const UpcallFrame* frame = innermost_upcall; frame != nullptr; frame = frame->previous) {
    if (&frame->object->owner().orb() == &orb) return true;
  }
  return false;
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
