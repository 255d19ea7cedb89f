#pragma once
/// The types with which an application describes the members of the TypeCodes that it makes (CORBA 3.3 part 1, 8.11.3
/// and chapter 14): arguments of ORB::create_struct_tc and so on.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/local_interface.hpp>
#include <dimma/classic/values/object_sequence.hpp>
#include <dimma/classic/values/sequence.hpp>
#include <dimma/classic/values/string_sequence.hpp>
#include <dimma/classic/values/strings.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

DIMMA_CLASSIC_LOCAL_CLASS(IDLType);

/// A type definition of an interface repository, whose operations the mapping does not have: members of this type are
/// nil.
class IDLType : public virtual Object {
 public:
  DIMMA_CLASSIC_LOCAL_INTERFACE(IDLType)

 protected:
  IDLType() {}
  ~IDLType() override;
};

/// A member of a struct or an exception. `type_def` is ignored.
struct StructMember {
  StringMember name;
  ObjectMember<TypeCode> type;
  ObjectMember<IDLType> type_def;
};
typedef VariableVar<StructMember> StructMember_var;
typedef VariableOut<StructMember> StructMember_out;
typedef UnboundedSequence<StructMember> StructMemberSeq;
typedef SequenceVar<StructMemberSeq> StructMemberSeq_var;
typedef SequenceOut<StructMemberSeq> StructMemberSeq_out;

/// A label of a union with its member; a member with several labels is listed several times. The label is a value of
/// the discriminator's type, or an octet of 0 for the default member. `type_def` is ignored.
struct UnionMember {
  StringMember name;
  Any label;
  ObjectMember<TypeCode> type;
  ObjectMember<IDLType> type_def;
};
typedef VariableVar<UnionMember> UnionMember_var;
typedef VariableOut<UnionMember> UnionMember_out;
typedef UnboundedSequence<UnionMember> UnionMemberSeq;
typedef SequenceVar<UnionMemberSeq> UnionMemberSeq_var;
typedef SequenceOut<UnionMemberSeq> UnionMemberSeq_out;

/// A state member of a valuetype. Only `name`, `type` and `access` are used.
struct ValueMember {
  ValueMember() : access(PRIVATE_MEMBER) {}
  StringMember name;
  StringMember id;
  StringMember defined_in;
  StringMember version;
  ObjectMember<TypeCode> type;
  ObjectMember<IDLType> type_def;
  Visibility access;
};
typedef VariableVar<ValueMember> ValueMember_var;
typedef VariableOut<ValueMember> ValueMember_out;
typedef UnboundedSequence<ValueMember> ValueMemberSeq;
typedef SequenceVar<ValueMemberSeq> ValueMemberSeq_var;
typedef SequenceOut<ValueMemberSeq> ValueMemberSeq_out;

/// The names of the enumerators.
typedef UnboundedStringSequence EnumMemberSeq;
typedef SequenceVar<EnumMemberSeq> EnumMemberSeq_var;
typedef SequenceOut<EnumMemberSeq> EnumMemberSeq_out;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
