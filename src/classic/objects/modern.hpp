#pragma once
// References of the modern mapping within classic objects.

#include "classic/objects/modern_reference.hpp"

#include <dimma/classic/object.hpp>

#include <memory>
#include <new>
#include <utility>

namespace dimma::classic {

// Accesses the modern reference in a classic object.
class ObjectAccess {
 public:
  // Returns the modern stub; nullptr if the object is local.
  static const ::CORBA::Object* target(const CORBA::Object& object) noexcept {
    return static_cast<const ::CORBA::Object*>(object.reference_.target);
  }
  // Returns the reference of an object that is not local.
  static const ModernReference& reference(const CORBA::Object& object) noexcept {
    return *std::launder(reinterpret_cast<const ModernReference*>(object.reference_.owner));
  }
  // Gives a new stub its reference, which is not nil.
  static void attach(CORBA::Object& stub, ModernReference reference) noexcept;
  static void detach(CORBA::Object& object) noexcept;
  // Called when it is known that every call of the stub goes through a channel.
  static void mark_as_remote(const CORBA::Object& stub) noexcept {
    __atomic_store_n(&stub.may_be_here_, false, __ATOMIC_RELAXED);
  }
};

// Returns the modern reference of a classic object; nil for a local object of the application.
ModernReference modern_of(const CORBA::Object& object) noexcept;

// Returns a new classic reference to the object; null for nil.
CORBA::Object* classic_of(const ModernReference& reference);

// Returns a new stub of the interface for the object, as _as() returns it; null for nil. Throws MARSHAL if the
// interface is local.
void* stub_of(const ModernReference& reference, const Interface& interface);

// Returns the modern stub of an object. Throws NO_IMPLEMENT for a local object, which has no `operation`.
[[gnu::always_inline]] inline const ::CORBA::Object& target_of(const CORBA::Object& object, const char* operation);

[[noreturn, gnu::cold]] void raise_local_object(const char* operation);

const ::CORBA::Object& target_of(const CORBA::Object& object, const char* operation) {
  const auto* const target = ObjectAccess::target(object);
  if (target == nullptr) [[unlikely]]
    raise_local_object(operation);
  return *target;
}

}  // namespace dimma::classic
