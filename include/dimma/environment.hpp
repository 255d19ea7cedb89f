#pragma once
/// CORBA::Environment, which IDL of the transaction service names (CosTSPortability): how a call ended.

#include <dimma/exception.hpp>
#include <dimma/object.hpp>
#include <dimma/typecode_of.hpp>

namespace CORBA {

/// A local object, for who calls such interfaces to implement; dimma makes none. Sending one throws MARSHAL.
class Environment : public virtual Object {
 public:
  using _ref_type = object_reference<Environment>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/Environment:1.0"};

  /// The exception that the call ended with, the environment's own; nullptr for none.
  virtual const Exception* exception() const noexcept = 0;

 protected:
  Environment() = default;
  ~Environment() override = default;
};

inline constexpr TypeCode _tc_Environment(TCKind::tk_objref,
                                          {.id = "IDL:omg.org/CORBA/Environment:1.0", .name = "Environment"});

}  // namespace CORBA

template <>
struct dimma::typecode_of<CORBA::Environment> : dimma::typecode_constant<CORBA::_tc_Environment> {};
template <>
struct IDL::traits<CORBA::Environment> : dimma::local_interface_traits<CORBA::Environment> {};
