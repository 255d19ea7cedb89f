#pragma once
// The parts of the programs in the classic mapping that are omniORB's own.

#include "omni/ending.hpp"
#include "omni/tls.hpp"

#include <type_traits>

namespace classic {

// Called first in `main`.
inline void prepare(int argc, char** argv) { use_tls(argc, argv); }

// Adds a reference, because the constructors of values and exceptions take over the references that they are given, and
// so does a member of an abstract interface.
template <class T>
T* given(T* reference) {
  if constexpr (std::is_base_of_v<CORBA::ValueBase, T>) {
    CORBA::add_ref(reference);
    return reference;
  } else {
    return T::_duplicate(reference);
  }
}

inline CORBA::Boolean give_up(void*, CORBA::ULong, const CORBA::TRANSIENT&) { return false; }

// Without this, omniORB repeats calls that fail with TRANSIENT or COMM_FAILURE.
inline void never_repeat_calls(CORBA::Object_ptr object) {
  omniORB::installTransientExceptionHandler(object, nullptr, give_up);
}

}  // namespace classic
