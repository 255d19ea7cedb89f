#pragma once
// The parts of the programs in the classic mapping that are omniORB's own.

#include "omni/ending.hpp"
#include "omni/tls.hpp"

namespace classic {

// Called first in `main`.
inline void prepare(int argc, char** argv) { use_tls(argc, argv); }

inline CORBA::Boolean give_up(void*, CORBA::ULong, const CORBA::TRANSIENT&) { return false; }

// Without this, omniORB repeats calls that fail with TRANSIENT or COMM_FAILURE.
inline void never_repeat_calls(CORBA::Object_ptr object) {
  omniORB::installTransientExceptionHandler(object, nullptr, give_up);
}

}  // namespace classic
