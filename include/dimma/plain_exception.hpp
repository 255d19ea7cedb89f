#pragma once
/// Exceptions of local interfaces: user exceptions that never travel.

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma {

/// What the exceptions of dimma's local interfaces derive from. `E` has two constants: `exception_name` and
/// `repository_id`. Sending one raises CORBA::MARSHAL.
template <class E>
class plain_exception : public CORBA::UserException {
 public:
  [[noreturn]] void _raise() const override { throw static_cast<const E&>(*this); }
  const char* _name() const noexcept override { return E::exception_name; }
  const char* _rep_id() const noexcept override { return E::repository_id; }
  void _encode(cdr::Encoder&) const override {
    throw CORBA::MARSHAL(minor::marshal_local_exception, CORBA::COMPLETED_MAYBE, E::exception_name);
  }

 protected:
  plain_exception() = default;
};

}  // namespace dimma

/// One exception without members; inside the interface that declares it.
#define DIMMA_LOCAL_EXCEPTION(NAME, SCOPE)                                              \
  class NAME final : public ::dimma::plain_exception<NAME> {                            \
   public:                                                                              \
    static constexpr const char* exception_name = #NAME;                                \
    static constexpr const char* repository_id = "IDL:omg.org/" SCOPE "/" #NAME ":1.0"; \
  }
