#pragma once
/// The static functions of local interfaces that the library defines. Internal to dimma.

#include <dimma/classic/object.hpp>

namespace dimma {
namespace classic {

/// Returns a new reference to the object as a T; nil if it is nil or not a T. Uses the class alone, so that one class
/// may implement several local interfaces.
template <class T>
T* narrow_local(CORBA::Object* object) {
  return duplicate(dynamic_cast<T*>(object));
}

}  // namespace classic
}  // namespace dimma

/// Declares a class with its reference types.
#define DIMMA_CLASSIC_LOCAL_CLASS(NAME)                 \
  class NAME;                                           \
  typedef NAME* NAME##_ptr;                             \
  typedef ::dimma::classic::ObjectVar<NAME> NAME##_var; \
  typedef ::dimma::classic::ObjectOut<NAME> NAME##_out

/// The members that the mapping requires of each interface.
#define DIMMA_CLASSIC_LOCAL_INTERFACE(NAME)                                             \
  typedef NAME* _ptr_type;                                                              \
  typedef ::dimma::classic::ObjectVar<NAME> _var_type;                                  \
  typedef ::dimma::classic::ObjectOut<NAME> _out_type;                                  \
  typedef ::dimma::classic::ObjectMember<NAME> _member_type;                            \
  static NAME* _duplicate(NAME* object) { return ::dimma::classic::duplicate(object); } \
  static NAME* _nil() { return nullptr; }                                               \
  static NAME* _narrow(::dimma::classic::CORBA::Object* object) {                       \
    return ::dimma::classic::narrow_local<NAME>(object);                                \
  }                                                                                     \
  static NAME* _unchecked_narrow(::dimma::classic::CORBA::Object* object) { return _narrow(object); }
