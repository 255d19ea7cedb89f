#pragma once
/// CORBA::AbstractBase (formal/2012-07-02, "Mapping for Abstract Interfaces"): the base of all abstract interfaces,
/// whose references are to an object or to a value.

#include <dimma/classic/object.hpp>
#include <dimma/classic/valuetypes/value_base.hpp>

#include <type_traits>

namespace dimma {
namespace classic {
namespace CORBA {

class AbstractBase;
typedef AbstractBase* AbstractBase_ptr;
typedef ObjectVar<AbstractBase> AbstractBase_var;
typedef ObjectOut<AbstractBase> AbstractBase_out;

/// The base of the classes of abstract interfaces. The stubs of the interfaces that inherit from one derive from its
/// class, and so do the values that support it. Passing a reference sends the object's reference, or a copy of the
/// value. Counting the references counts those of the object or value.
class AbstractBase {
 public:
  typedef AbstractBase_ptr _ptr_type;
  typedef AbstractBase_var _var_type;
  typedef AbstractBase_out _out_type;
  typedef ObjectMember<AbstractBase> _member_type;

  AbstractBase& operator=(const AbstractBase&) = delete;

  /// Return the reference with one reference more, which the caller owns; nil for nil.
  static AbstractBase_ptr _duplicate(AbstractBase_ptr reference);
  static AbstractBase_ptr _narrow(AbstractBase_ptr reference) { return _duplicate(reference); }
  static AbstractBase_ptr _nil() { return nullptr; }

  /// Return the object and the value, which the caller owns. The one that this is not is nil.
  Object_ptr _to_object();
  ValueBase* _to_value();

 protected:
  AbstractBase() {}
  AbstractBase(const AbstractBase&) = default;
  virtual ~AbstractBase();
};

// The functions by which ObjectVar and its like count the references.
AbstractBase* _duplicate_reference(AbstractBase* reference);
void _release_reference(AbstractBase* reference);

}  // namespace CORBA

namespace detail {
/// Has a type only if T is an abstract interface: not an object, which has functions of its own.
template <class T, class Result>
struct IfAbstract
    : std::enable_if<std::is_base_of<CORBA::AbstractBase, T>::value && !std::is_base_of<CORBA::Object, T>::value &&
                         !std::is_base_of<CORBA::ValueBase, T>::value,
                     Result> {};
}  // namespace detail

namespace CORBA {

/// Returns true for the null pointer, which is the only nil reference.
template <class T>
typename classic::detail::IfAbstract<T, Boolean>::type is_nil(T* reference) {
  return reference == nullptr;
}
template <class T>
typename classic::detail::IfAbstract<T, Boolean>::type is_nil(const ObjectVar<T>& reference) {
  return reference.in() == nullptr;
}
template <class T>
typename classic::detail::IfAbstract<T, Boolean>::type is_nil(const ObjectElement<T>& reference) {
  return reference.in() == nullptr;
}
/// Gives up the caller's reference. A no-op for nil.
template <class T>
typename classic::detail::IfAbstract<T, void>::type release(T* reference) {
  _release_reference(static_cast<AbstractBase*>(reference));
}

}  // namespace CORBA

}  // namespace classic
}  // namespace dimma
