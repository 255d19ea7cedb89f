#pragma once
// Creates TypeCodes for the types of an IDL file.

#include "idl/tree/ast.hpp"

#include <dimma/orb.hpp>

#include <map>
#include <vector>

namespace dimma::tools::call {

// The syntax tree must outlive the object. Both functions throw UsageError for a type for which CORBA has no TypeCode.
class IdlTypes {
 public:
  explicit IdlTypes(CORBA::object_reference<CORBA::ORB> orb) : orb_(std::move(orb)) {}

  CORBA::typecode_reference of(const idl::Type& type);
  CORBA::typecode_reference of(const idl::Declaration& declaration);

 private:
  CORBA::typecode_reference made(const idl::Declaration& declaration);
  CORBA::typecode_reference made(const idl::Union& subject);
  CORBA::typecode_reference made(const idl::ValueType& value);
  CORBA::typecode_reference array(const idl::ArrayType& type);
  CORBA::StructMemberSeq members_of(const idl::Struct& structure);
  CORBA::StructMemberSeq members_of(const std::vector<idl::Member*>& members);

  CORBA::object_reference<CORBA::ORB> orb_;
  std::map<const idl::Declaration*, CORBA::typecode_reference> known_;
  std::vector<const idl::Declaration*> open_;  // types being made, from the outermost to the innermost
  std::size_t steps_ = 0;
  std::size_t outermost_ = 0;  // index in open_ of the outermost type to which the current one refers
};

}  // namespace dimma::tools::call
