#pragma once
// The ORB of the programs in the folder above: dimma, in the classic mapping.

#include <dimma/classic/corba.hpp>

namespace classic {

inline constexpr const char* prefix = "classic_";  // begins the names of its programs

}  // namespace classic
