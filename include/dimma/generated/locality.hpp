#pragma once
/// Used by the library of the classic mapping. Internal to dimma.

#include <dimma/generated/cxx20.hpp>

namespace CORBA {
class Object;
}

namespace dimma {

/// Returns true if every call of this reference goes through a channel, now and later.
bool is_known_to_be_remote(const CORBA::Object& target) noexcept;

}  // namespace dimma
