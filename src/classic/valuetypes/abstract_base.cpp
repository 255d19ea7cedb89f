// Abstract interfaces.

#include <dimma/classic/generated/abstract.hpp>
#include <dimma/classic/object.hpp>

namespace dimma::classic {

namespace CORBA {

AbstractBase::~AbstractBase() = default;

AbstractBase_ptr AbstractBase::_duplicate(AbstractBase_ptr reference) { return _duplicate_reference(reference); }

Object_ptr AbstractBase::_to_object() { return Object::_duplicate(dynamic_cast<Object*>(this)); }
ValueBase* AbstractBase::_to_value() { return ValueBase::_duplicate(dynamic_cast<ValueBase*>(this)); }

AbstractBase* _duplicate_reference(AbstractBase* reference) {
  if (auto* const object = dynamic_cast<Object*>(reference)) {
    object->_add_ref();
  } else {
    add_ref(dynamic_cast<ValueBase*>(reference));
  }
  return reference;
}

void _release_reference(AbstractBase* reference) {
  if (auto* const object = dynamic_cast<Object*>(reference)) {
    object->_remove_ref();
  } else {
    remove_ref(dynamic_cast<ValueBase*>(reference));
  }
}

}  // namespace CORBA

void write_abstract(Output& out, CORBA::AbstractBase* reference) {
  auto* const object = dynamic_cast<CORBA::Object*>(reference);
  out.put(object != nullptr);
  if (object != nullptr) return write_object(out, object);
  write_value(out, dynamic_cast<CORBA::ValueBase*>(reference));
}

void* detail::narrow_abstract(CORBA::Object* object, const Interface& interface, bool is_checked) {
  return is_checked ? narrow_object(object, interface) : narrow_object_unchecked(object, interface);
}

}  // namespace dimma::classic
