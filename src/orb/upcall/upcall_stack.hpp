#pragma once
// The upcalls that the calling thread is executing.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/generated/local_call.hpp>

namespace dimma::orb {

// The innermost upcall of the calling thread, or nullptr.
extern constinit DIMMA_PER_THREAD const UpcallFrame* innermost_upcall;
inline const UpcallFrame* current_upcall() noexcept { return innermost_upcall; }

// Called by the thread that makes an upcall, before and after it. Upcalls nest.
inline void push(UpcallFrame& frame) noexcept {
  frame.previous = innermost_upcall;
  innermost_upcall = &frame;
}
inline void pop(const UpcallFrame& frame) noexcept {
  DIMMA_ASSERT(innermost_upcall == &frame);
  innermost_upcall = frame.previous;
}

// Returns true if the calling thread is in an upcall of that ORB.
bool in_upcall(const OrbState& orb) noexcept;
// Returns true if the calling thread is in an upcall of an object of that adapter, or of that object.
bool in_upcall(const ObjectOwner& adapter) noexcept;
bool in_upcall(const ActiveObject& object) noexcept;
// Throws CORBA::BAD_INV_ORDER (OMG minor 3) if the calling thread is in an upcall, since waiting would deadlock.
void require_no_upcall(const OrbState& orb, const char* what);

// Returns the calling thread's upcall on this servant, or nullptr.
const UpcallFrame* upcall_on(const PortableServer::Servant& servant) noexcept;

}  // namespace dimma::orb
