#pragma once
// The parts of the programs in the classic mapping that are dimma's own. omni/peer.hpp has omniORB's.

#include <dimma/classic/corba.hpp>

namespace classic {

inline void prepare(int, char**) {}  // TLS has options of the ORB

// Constructors of values and exceptions add a reference themselves.
template <class T>
T* given(T* reference) {
  return reference;
}

inline int end(CORBA::ORB_ptr orb, int status) {
  orb->destroy();
  return status;
}

// A server's TRANSIENT or COMM_FAILURE is not repeated anyway.
inline void never_repeat_calls(CORBA::Object_ptr) {}

}  // namespace classic
