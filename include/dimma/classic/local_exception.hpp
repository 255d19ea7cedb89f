#pragma once
/// Exceptions of local interfaces: user exceptions that are never sent.

#include <dimma/classic/exception.hpp>

namespace dimma {
namespace classic {

/// The base of an exception E of a local interface. E has the static functions `_exception_name()` and
/// `_exception_id()`.
template <class E>
class LocalException : public CORBA::UserException {
 public:
  void _raise() const override { throw static_cast<const E&>(*this); }
  const char* _name() const override { return E::_exception_name(); }
  const char* _rep_id() const override { return E::_exception_id(); }

  /// Return the exception as an E; null if it is none, or the argument is null.
  static E* _downcast(CORBA::Exception* exception) { return dynamic_cast<E*>(exception); }
  static const E* _downcast(const CORBA::Exception* exception) { return dynamic_cast<const E*>(exception); }
  static E* _narrow(CORBA::Exception* exception) { return _downcast(exception); }

 protected:
  LocalException() {}
};

}  // namespace classic
}  // namespace dimma

// The functions that LocalException needs, in the class of an exception.
#define DIMMA_CLASSIC_EXCEPTION_NAMES(NAME, SCOPE)       \
  static const char* _exception_name() { return #NAME; } \
  static const char* _exception_id() { return "IDL:omg.org/" SCOPE "/" #NAME ":1.0"; }

// Declares an exception without members inside its local interface.
#define DIMMA_CLASSIC_LOCAL_EXCEPTION(NAME, SCOPE)             \
  class NAME : public ::dimma::classic::LocalException<NAME> { \
   public:                                                     \
    DIMMA_CLASSIC_EXCEPTION_NAMES(NAME, SCOPE)                 \
  }
