#pragma once
/// TypeCodes made at run time (CORBA 3.3 part 1, 8.11.3): the create_..._tc operations of CORBA::ORB.

#include <dimma/any.hpp>
#include <dimma/typecode.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace CORBA {

/// A member of a struct or an exception.
class StructMember {
 public:
  StructMember() = default;
  explicit StructMember(std::string name, typecode_reference type) : name_(std::move(name)), type_(std::move(type)) {}

  void name(std::string value) { name_ = std::move(value); }
  const std::string& name() const { return name_; }
  void type(typecode_reference value) { type_ = std::move(value); }
  typecode_reference type() const { return type_; }

 private:
  std::string name_;
  typecode_reference type_;
};
using StructMemberSeq = std::vector<StructMember>;

/// A label of a union with its member; members with several labels come several times. The label is a value of the
/// discriminator's type, or an octet of 0 for the default member (also over octet, where 0 can so be no label).
class UnionMember : public StructMember {
 public:
  UnionMember() = default;
  explicit UnionMember(std::string name, Any label, typecode_reference type)
      : StructMember(std::move(name), std::move(type)), label_(std::move(label)) {}

  void label(Any value) { label_ = std::move(value); }
  const Any& label() const { return label_; }

 private:
  Any label_;
};
using UnionMemberSeq = std::vector<UnionMember>;

/// A state member of a valuetype.
class ValueMember : public StructMember {
 public:
  ValueMember() = default;
  explicit ValueMember(std::string name, typecode_reference type, Visibility access)
      : StructMember(std::move(name), std::move(type)), access_(access) {}

  void access(Visibility value) { access_ = value; }
  Visibility access() const { return access_; }

 private:
  Visibility access_ = PRIVATE_MEMBER;
};
using ValueMemberSeq = std::vector<ValueMember>;
using EnumMemberSeq = std::vector<std::string>;

/// Base of CORBA::ORB. Keeps nothing: any thread may call any function at any time. All throw BAD_PARAM (OMG minor 16)
/// for a repository id that is none, BAD_TYPECODE (OMG minor 2) for a nil TypeCode or one that no member can have,
/// and BAD_PARAM (OMG minors 15, 17, 18 and 20) for names, member names, labels and discriminators that no IDL could have;
/// a name may be empty.
class TypeCodeFactory {
 public:
  typecode_reference create_struct_tc(const std::string& id, const std::string& name, const StructMemberSeq& members);
  typecode_reference create_union_tc(const std::string& id, const std::string& name,
                                     const typecode_reference& discriminator, const UnionMemberSeq& members);
  typecode_reference create_enum_tc(const std::string& id, const std::string& name, const EnumMemberSeq& members);
  typecode_reference create_alias_tc(const std::string& id, const std::string& name, const typecode_reference& original);
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
  /// 0: no bound.
  typecode_reference create_string_tc(std::uint32_t bound);
  typecode_reference create_wstring_tc(std::uint32_t bound);
  /// Throws BAD_PARAM for what no IDL could have: 1 to 31 digits, of which none to all are behind the point.
  typecode_reference create_fixed_tc(std::uint16_t digits, std::int16_t scale);
  typecode_reference create_sequence_tc(std::uint32_t bound, const typecode_reference& element);
  typecode_reference create_array_tc(std::uint32_t length, const typecode_reference& element);
  /// Stands for the struct, union or valuetype of that id within its own members. Good for nothing else until that is
  /// made, and not afterwards either: what is made has copies.
  typecode_reference create_recursive_tc(const std::string& id);

 protected:
  TypeCodeFactory() = default;
  ~TypeCodeFactory() = default;
};

}  // namespace CORBA
