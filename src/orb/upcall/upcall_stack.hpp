#pragma once
// The upcalls that the calling thread is in.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/generated/local_call.hpp>

namespace dimma::orb {

// The innermost upcall of the calling thread, or nullptr.
extern constinit DIMMA_PER_THREAD const UpcallFrame* innermost_upcall;
inline const UpcallFrame* current_upcall() noexcept { return innermost_upcall; }

// Called around an upcall, by the thread that makes it, innermost last.
inline void push(UpcallFrame& frame) noexcept {
  frame.previous = innermost_upcall;
  innermost_upcall = &frame;
}
inline void pop(const UpcallFrame& frame) noexcept {
  DIMMA_ASSERT(innermost_upcall == &frame);
  innermost_upcall = frame.previous;
}

// True if the calling thread is in an upcall of that ORB.
bool in_upcall(const OrbState& orb) noexcept;
// Throws CORBA::BAD_INV_ORDER (OMG minor 3) if it is: waiting there would wait for itself.
void require_no_upcall(const OrbState& orb, const char* what);

// The upcall of the calling thread that is on this servant, or nullptr.
const UpcallFrame* upcall_on(const PortableServer::Servant& servant) noexcept;

}  // namespace dimma::orb
