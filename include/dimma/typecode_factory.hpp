#pragma once
/// TypeCodes made at run time (CORBA 3.3 part 1, 8.11.3): the create_..._tc operations of CORBA::ORB.

#include <dimma/any.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>
#include <dimma/typecode.hpp>

#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace CORBA {

// Accessors of a member, like those of generated classes.
#define DIMMA_MEMBER(TYPE, NAME)                          \
  void NAME(const TYPE& value) { NAME##_ = value; }       \
  void NAME(TYPE&& value) { NAME##_ = std::move(value); } \
  const TYPE& NAME() const { return NAME##_; }            \
  TYPE& NAME() { return NAME##_; }
#define DIMMA_REFERENCE_MEMBER(TYPE, NAME)              \
  void NAME(TYPE value) { NAME##_ = std::move(value); } \
  TYPE NAME() const { return NAME##_; }                 \
  TYPE& NAME() { return NAME##_; }

/// The interface repository's type definition: <ir.hpp>, the generated header of ir.idl (share/dimma/idl).
class IDLType;

/// A member of a struct or an exception. `type_def` is for an interface repository; the TypeCode factory ignores it.
/// The three classes are those of ir.idl, whose generated files have the functions that send them.
class StructMember {
 public:
  StructMember() = default;
  explicit StructMember(std::string name, typecode_reference type, object_reference<IDLType> type_def = {})
      : name_(std::move(name)), type_(std::move(type)), type_def_(std::move(type_def)) {}

  DIMMA_MEMBER(std::string, name)
  DIMMA_REFERENCE_MEMBER(typecode_reference, type)
  DIMMA_REFERENCE_MEMBER(object_reference<IDLType>, type_def)

  void swap(StructMember& other) { std::swap(*this, other); }
  template <std::same_as<StructMember> Same>
  friend std::ostream& operator<<(std::ostream& out, const Same& value) {
    return dimma::write_on(out, value);
  }

 private:
  friend struct dimma::cdr::codec<StructMember>;
  friend struct dimma::printer<StructMember>;
  std::string name_;
  typecode_reference type_;
  object_reference<IDLType> type_def_;
};
inline void swap(StructMember& left, StructMember& right) { left.swap(right); }
using StructMemberSeq = std::vector<StructMember>;

/// A label of a union with its member; a member with several labels is listed several times. The label is a value of
/// the discriminator's type, or an octet of 0 for the default member (even if the discriminator is an octet, in which
/// case 0 cannot be a label).
class UnionMember {
 public:
  UnionMember() = default;
  explicit UnionMember(std::string name, Any label, typecode_reference type, object_reference<IDLType> type_def = {})
      : name_(std::move(name)), label_(std::move(label)), type_(std::move(type)), type_def_(std::move(type_def)) {}

  DIMMA_MEMBER(std::string, name)
  DIMMA_MEMBER(Any, label)
  DIMMA_REFERENCE_MEMBER(typecode_reference, type)
  DIMMA_REFERENCE_MEMBER(object_reference<IDLType>, type_def)

  void swap(UnionMember& other) { std::swap(*this, other); }
  template <std::same_as<UnionMember> Same>
  friend std::ostream& operator<<(std::ostream& out, const Same& value) {
    return dimma::write_on(out, value);
  }

 private:
  friend struct dimma::cdr::codec<UnionMember>;
  friend struct dimma::printer<UnionMember>;
  std::string name_;
  Any label_;
  typecode_reference type_;
  object_reference<IDLType> type_def_;
};
inline void swap(UnionMember& left, UnionMember& right) { left.swap(right); }
using UnionMemberSeq = std::vector<UnionMember>;

/// A state member of a valuetype. The TypeCode factory needs only name, type and access.
class ValueMember {
 public:
  ValueMember() = default;
  explicit ValueMember(std::string name, std::string id, std::string defined_in, std::string version,
                       typecode_reference type, object_reference<IDLType> type_def, Visibility access)
      : name_(std::move(name)),
        id_(std::move(id)),
        defined_in_(std::move(defined_in)),
        version_(std::move(version)),
        type_(std::move(type)),
        type_def_(std::move(type_def)),
        access_(access) {}
  /// An extension of dimma: a member with the fields that the TypeCode factory needs.
  explicit ValueMember(std::string name, typecode_reference type, Visibility access)
      : name_(std::move(name)), type_(std::move(type)), access_(access) {}

  DIMMA_MEMBER(std::string, name)
  DIMMA_MEMBER(std::string, id)
  DIMMA_MEMBER(std::string, defined_in)
  DIMMA_MEMBER(std::string, version)
  DIMMA_REFERENCE_MEMBER(typecode_reference, type)
  DIMMA_REFERENCE_MEMBER(object_reference<IDLType>, type_def)
  void access(Visibility value) { access_ = value; }
  Visibility access() const { return access_; }
  Visibility& access() { return access_; }

  void swap(ValueMember& other) { std::swap(*this, other); }
  template <std::same_as<ValueMember> Same>
  friend std::ostream& operator<<(std::ostream& out, const Same& value) {
    return dimma::write_on(out, value);
  }

 private:
  friend struct dimma::cdr::codec<ValueMember>;
  friend struct dimma::printer<ValueMember>;
  std::string name_;
  std::string id_;
  std::string defined_in_;
  std::string version_;
  typecode_reference type_;
  object_reference<IDLType> type_def_;
  Visibility access_ = PRIVATE_MEMBER;
};
inline void swap(ValueMember& left, ValueMember& right) { left.swap(right); }
using ValueMemberSeq = std::vector<ValueMember>;
#undef DIMMA_MEMBER
#undef DIMMA_REFERENCE_MEMBER
using EnumMemberSeq = std::vector<std::string>;

/// Base of CORBA::ORB. Has no state, and is thread-safe. All functions throw BAD_PARAM (OMG minor 16) for an invalid
/// repository id, BAD_TYPECODE (OMG minor 2) for a nil TypeCode or one that no member can have, and BAD_PARAM (OMG
/// minors 15, 17, 18 and 20) for names, member names, labels and discriminators that are invalid in IDL; a name may be
/// empty.
class TypeCodeFactory {
 public:
  /// Make TypeCodes of the types that IDL can declare (CORBA 3.3 part 1, 8.11.3). Throw BAD_PARAM for an invalid name,
  /// repository id or member, and for two members with the same name.
  typecode_reference create_struct_tc(const std::string& id, const std::string& name, const StructMemberSeq& members);
  typecode_reference create_union_tc(const std::string& id, const std::string& name,
                                     const typecode_reference& discriminator, const UnionMemberSeq& members);
  typecode_reference create_enum_tc(const std::string& id, const std::string& name, const EnumMemberSeq& members);
  typecode_reference create_alias_tc(const std::string& id, const std::string& name,
                                     const typecode_reference& original);
  typecode_reference create_exception_tc(const std::string& id, const std::string& name,
                                         const StructMemberSeq& members);
  typecode_reference create_interface_tc(const std::string& id, const std::string& name);
  typecode_reference create_abstract_interface_tc(const std::string& id, const std::string& name);
  typecode_reference create_local_interface_tc(const std::string& id, const std::string& name);
  typecode_reference create_native_tc(const std::string& id, const std::string& name);
  typecode_reference create_value_tc(const std::string& id, const std::string& name, ValueModifier modifier,
                                     const typecode_reference& concrete_base, const ValueMemberSeq& members);
  typecode_reference create_event_tc(const std::string& id, const std::string& name, ValueModifier modifier,
                                     const typecode_reference& concrete_base, const ValueMemberSeq& members);
  typecode_reference create_component_tc(const std::string& id, const std::string& name);
  typecode_reference create_home_tc(const std::string& id, const std::string& name);
  typecode_reference create_value_box_tc(const std::string& id, const std::string& name,
                                         const typecode_reference& boxed);
  /// A bound of 0 means no bound.
  typecode_reference create_string_tc(std::uint32_t bound);
  typecode_reference create_wstring_tc(std::uint32_t bound);
  /// Throws BAD_PARAM unless `digits` is 1 to 31 and `scale` is 0 to `digits`.
  typecode_reference create_fixed_tc(std::uint16_t digits, std::int16_t scale);
  typecode_reference create_sequence_tc(std::uint32_t bound, const typecode_reference& element);
  typecode_reference create_array_tc(std::uint32_t length, const typecode_reference& element);
  /// Makes a placeholder for the struct, union or valuetype with this id, for use within its own members. It cannot be
  /// used for anything else, not even after that type has been made: the type contains copies of it.
  typecode_reference create_recursive_tc(const std::string& id);

 protected:
  TypeCodeFactory() = default;
  ~TypeCodeFactory() = default;
};

}  // namespace CORBA
