#pragma once
// The ORB of the programs in the folder above: omniORB.

#include <omniORB4/CORBA.h>

namespace classic {

inline constexpr const char* prefix = "omni_";  // begins the names of its programs

}  // namespace classic
