// The operations that all object references have; orb/object_policies.cpp has those that need the ORB.

#include <dimma/classic/local_object.hpp>
#include <dimma/classic/object.hpp>
#include <dimma/classic/values/strings.hpp>

#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"

#include <dimma/minor.hpp>

#include <atomic>
#include <cstring>
#include <functional>

namespace dimma::classic {

namespace detail {

void raise_nil() {
  raise<CORBA::INV_OBJREF>(
      minor::inv_objref_nil, CORBA::COMPLETED_NO,
      "an operation was called on a nil reference; _narrow returns one if the object is of another "
      "type");
}

}  // namespace detail

namespace CORBA {

namespace {

constexpr char object_id[] = "IDL:omg.org/CORBA/Object:1.0";

}  // namespace

const Interface Object::_interface = {object_id, &make_stub<Object>};

Object::~Object() { ObjectAccess::detach(*this); }
LocalObject::~LocalObject() = default;

void Object::_add_ref() { std::atomic_ref(count_).fetch_add(1, std::memory_order_relaxed); }

void Object::_remove_ref() {
  if (std::atomic_ref(count_).fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void* Object::_as(const Interface& interface) { return &interface == &_interface ? this : nullptr; }

Boolean Object::_has_interface(const char* repository_id) const { return std::strcmp(repository_id, object_id) == 0; }

Boolean Object::_is_a(const char* repository_id) {
  if (repository_id == nullptr) {
    raise<BAD_PARAM>(minor::bad_param_repository_id, COMPLETED_NO, "_is_a of a null pointer");
  }
  if (_has_interface(repository_id)) return true;
  const auto* const target = ObjectAccess::target(*this);
  if (target == nullptr) return false;
  return with_classic_exceptions([&] { return target->_is_a(repository_id); });
}

Boolean Object::_non_existent() {
  const auto* const target = ObjectAccess::target(*this);
  if (target == nullptr) return false;
  return with_classic_exceptions([&] { return target->_non_existent(); });
}

Boolean Object::_is_equivalent(Object_ptr other) {
  if (other == nullptr) return false;
  if (other == this) return true;
  if (const auto* const target = ObjectAccess::target(*this)) {
    return with_classic_exceptions([&] { return target->_is_equivalent(modern_of(*other)); });
  }
  const auto modern = modern_of(*this);
  return modern && modern._get() == modern_of(*other)._get();
}

ULong Object::_hash(ULong maximum) {
  if (const auto* const target = ObjectAccess::target(*this)) {
    return with_classic_exceptions([&] { return target->_hash(maximum); });
  }
  const auto modern = modern_of(*this);
  const void* const identity = modern ? static_cast<const void*>(modern._get()) : this;
  return static_cast<ULong>(std::hash<const void*>{}(identity) % (ULongLong{maximum} + 1));
}

char* Object::_repository_id() {
  const auto* const target = ObjectAccess::target(*this);
  if (target == nullptr) return string_dup(object_id);
  return with_classic_exceptions([&] { return string_dup(target->_repository_id().c_str()); });
}

Object_ptr Object::_get_component() {
  const auto& target = target_of(*this, "_component");
  return with_classic_exceptions([&] { return classic_of(target._get_component()); });
}

}  // namespace CORBA

namespace detail {

void* narrow_object(CORBA::Object* object, const Interface& interface) {
  if (object == nullptr) return nullptr;
  if (object->_as(interface) == nullptr) {
    if (ObjectAccess::target(*object) == nullptr || interface.make == nullptr) return nullptr;
    if (!object->_is_a(interface.repository_id)) return nullptr;
  }
  return narrow_object_unchecked(object, interface);
}

void* narrow_object_unchecked(CORBA::Object* object, const Interface& interface) {
  if (object == nullptr) return nullptr;
  if (void* const same = object->_as(interface)) {
    object->_add_ref();
    return same;
  }
  if (ObjectAccess::target(*object) == nullptr || interface.make == nullptr) return nullptr;
  return stub_of(ObjectAccess::reference(*object), interface);
}

}  // namespace detail

}  // namespace dimma::classic
