#pragma once
/// Names used by IDL of the transaction service: CORBA::Environment (CosTSPortability), which holds the outcome of a
/// call, and CORBA::WrongTransaction.

#include <dimma/exception.hpp>
#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/generated/typecode_of.hpp>
#include <dimma/object.hpp>

namespace CORBA {

/// The outcome of a call. A local interface that applications implement; dimma does not. Sending a reference to it
/// throws MARSHAL.
class Environment : public virtual Object {
 public:
  using _ref_type = object_reference<Environment>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/CORBA/Environment:1.0"};

  /// The exception that the call raised, owned by the environment; nullptr if there was none.
  virtual const Exception* exception() const noexcept = 0;

 protected:
  Environment() = default;
  ~Environment() override = default;
};

/// Thrown if the reply to a deferred request is fetched in a transaction other than the one in which the request was
/// sent. dimma never raises it; an operation of an IDL file may.
class WrongTransaction final : public dimma::plain_exception<WrongTransaction> {
 public:
  static constexpr const char* exception_name = "WrongTransaction";
  static constexpr const char* repository_id = "IDL:omg.org/CORBA/WrongTransaction:1.0";

  void _encode(dimma::cdr::Encoder&) const override {}
};

inline constexpr TypeCode _tc_Environment(TCKind::tk_objref,
                                          {.id = "IDL:omg.org/CORBA/Environment:1.0", .name = "Environment"});

}  // namespace CORBA

template <>
struct dimma::typecode_of<CORBA::Environment> : dimma::typecode_constant<CORBA::_tc_Environment> {};
template <>
struct dimma::cdr::codec<CORBA::WrongTransaction> {
  static constexpr std::size_t octets_min = 0;
  static void write(Encoder&, const CORBA::WrongTransaction&) {}
  static void read(Decoder&, CORBA::WrongTransaction&) {}
};
template <>
struct IDL::traits<CORBA::Environment> : dimma::local_interface_traits<CORBA::Environment> {};
