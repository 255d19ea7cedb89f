#include "classic/objects/modern.hpp"

#include "classic/exceptions/raise.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::classic {

static_assert(sizeof(ModernReference) == sizeof(detail::ReferenceRoom::owner));
static_assert(alignof(ModernReference) <= alignof(void*));

void ObjectAccess::attach(CORBA::Object& stub, ModernReference reference) noexcept {
  stub.reference_.target = reference._get();
  ::new (static_cast<void*>(stub.reference_.owner)) ModernReference(std::move(reference));
  stub.may_be_here_ = true;
}

void ObjectAccess::detach(CORBA::Object& object) noexcept {
  if (object.reference_.target == nullptr) return;
  std::destroy_at(std::launder(reinterpret_cast<ModernReference*>(object.reference_.owner)));
}

ModernReference modern_of(const CORBA::Object& object) noexcept {
  if (ObjectAccess::target(object) != nullptr) return ObjectAccess::reference(object);
  const auto* const wrapper = dynamic_cast<const LocalWrapper*>(&object);
  return wrapper == nullptr ? ModernReference() : wrapper->modern();
}

CORBA::Object* classic_of(const ModernReference& reference) {
  if (!reference) return nullptr;
  if (reference->_is_local()) return classic_local(reference);
  return static_cast<CORBA::Object*>(stub_of(reference, CORBA::Object::_interface));
}

void* stub_of(const ModernReference& reference, const Interface& interface) {
  if (!reference) return nullptr;
  if (interface.make == nullptr) {
    raise<CORBA::MARSHAL>(minor::marshal_local_object, CORBA::COMPLETED_MAYBE, "a reference to a local object");
  }
  CORBA::Object* const stub = interface.make();
  ObjectAccess::attach(*stub, reference);
  return stub->_as(interface);
}

void raise_local_object(const char* operation) {
  const std::string detail = std::string("a local object has no operation ") + operation;
  raise<CORBA::NO_IMPLEMENT>(minor::no_implement_local_object, CORBA::COMPLETED_NO, detail.c_str());
}

}  // namespace dimma::classic
