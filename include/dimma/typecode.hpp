#pragma once
/// CORBA::TypeCode (CORBA 3.3 part 1, 8.11; IDL to C++11, 6.24): the description of an IDL type at run time.
///
/// Every named type of an IDL file has a constant `_tc_Name` beside it; every basic type has one in namespace CORBA.
/// These constants are initialised before the program starts and are never destroyed. A reference to a TypeCode that
/// was received or made at run time keeps alive everything reachable from it. TypeCodes are immutable, so any thread
/// may use them.

#include <dimma/generated/plain_exception.hpp>
#include <dimma/reference.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dimma {
class TypeCodeGraph;
}

namespace CORBA {

class Any;
class TypeCode;
using typecode_reference = object_reference<const TypeCode>;

/// The kinds of types, with their numbers in CDR (CORBA 3.3 part 1, 8.11; part 2, 9.3.5.1).
enum class TCKind : std::uint32_t {
  tk_null,
  tk_void,
  tk_short,
  tk_long,
  tk_ushort,
  tk_ulong,
  tk_float,
  tk_double,
  tk_boolean,
  tk_char,
  tk_octet,
  tk_any,
  tk_TypeCode,
  tk_Principal,
  tk_objref,
  tk_struct,
  tk_union,
  tk_enum,
  tk_string,
  tk_sequence,
  tk_array,
  tk_alias,
  tk_except,
  tk_longlong,
  tk_ulonglong,
  tk_longdouble,
  tk_wchar,
  tk_wstring,
  tk_fixed,
  tk_value,
  tk_value_box,
  tk_native,
  tk_abstract_interface,
  tk_local_interface,
  tk_component,
  tk_home,
  tk_event,
};

using Visibility = std::int16_t;
inline constexpr Visibility PRIVATE_MEMBER = 0;
inline constexpr Visibility PUBLIC_MEMBER = 1;
using ValueModifier = std::int16_t;
inline constexpr ValueModifier VM_NONE = 0;
inline constexpr ValueModifier VM_CUSTOM = 1;
inline constexpr ValueModifier VM_ABSTRACT = 2;
inline constexpr ValueModifier VM_TRUNCATABLE = 3;

/// A node in a graph of types; a type that contains itself forms a cycle. The constants `_tc_Name` are TypeCodes: they
/// convert to references and can be dereferenced with `->` like references.
class TypeCode final {
 public:
  DIMMA_LOCAL_EXCEPTION(Bounds, "CORBA/TypeCode");
  DIMMA_LOCAL_EXCEPTION(BadKind, "CORBA/TypeCode");

  /// Internal to dimma, for generated code and the ORB: a member in the contents of a TypeCode.
  struct Member {
    std::string_view name;
    const TypeCode* type = nullptr;
    std::int64_t label = 0;
    Visibility visibility = PRIVATE_MEMBER;
  };
  /// For generated code: the contents of a TypeCode.
  struct Description {
    std::string_view id = {};
    std::string_view name = {};
    std::span<const Member> members = {};  ///< for a union one per label, including the default's
    const TypeCode* content = nullptr;     ///< type of the element, alias, boxed value, discriminator or base
    std::uint32_t length = 0;              ///< bound, length of an array, or digits of a fixed; 0 for no bound
    std::int32_t number = 0;               ///< a union's default index, a fixed's scale or a valuetype's modifier
  };
  constexpr explicit TypeCode(TCKind kind) noexcept : kind_(kind) {}
  constexpr TypeCode(TCKind kind, const Description& description, const dimma::TypeCodeGraph* owner = nullptr) noexcept
      : kind_(kind), description_(description), owner_(owner) {}
  /// A copy of a constant (`auto type = M::_tc_Point;`) refers to the constant. Throws BAD_PARAM for a TypeCode that
  /// belongs to a reference, since it may be part of a graph.
  constexpr TypeCode(const TypeCode& other)
      : kind_(other.kind_), description_(other.description_), constant_(other.operator->()) {
    if (other.owner_ != nullptr) refuse_copy();
  }
  TypeCode& operator=(const TypeCode&) = delete;
  const Description& _description() const noexcept { return description_; }
  const TypeCode& _without_aliases() const;
  void _complete(const Description& description) noexcept { description_ = description; }

  operator typecode_reference() const { return _reference(); }  // NOLINT: a constant is used like a reference
  constexpr const TypeCode* operator->() const noexcept { return constant_ != nullptr ? constant_ : this; }
  typecode_reference _reference() const;

  /// Returns the kind of the type; tk_alias for an alias.
  TCKind kind() const noexcept { return kind_; }
  /// Returns true if the types are the same, except that names and ids that one of them omits are not compared.
  bool equal(const typecode_reference& other) const;
  /// Returns true if the types have the same values: aliases and names are ignored, and if both have a repository id
  /// only the ids are compared.
  bool equivalent(const typecode_reference& other) const;
  /// Returns the same type without the names of types and members; ids and aliases stay.
  typecode_reference get_compact_typecode() const;

  /// All functions below throw BadKind if the kind does not have the property, and Bounds if an index is out of range.
  std::string id() const;
  std::string name() const;
  std::uint32_t member_count() const;
  std::string member_name(std::uint32_t index) const;
  typecode_reference member_type(std::uint32_t index) const;
  /// Returns the label, of the discriminator's type; an octet of 0 for the default member.
  Any member_label(std::uint32_t index) const;
  typecode_reference discriminator_type() const;
  /// Returns -1 for a union without a default member.
  std::int32_t default_index() const;
  std::uint32_t length() const;
  typecode_reference content_type() const;
  std::uint16_t fixed_digits() const;
  std::int16_t fixed_scale() const;
  Visibility member_visibility(std::uint32_t index) const;
  ValueModifier type_modifier() const;
  /// Returns nil for a valuetype without a concrete base.
  typecode_reference concrete_base_type() const;

 private:
  friend class dimma::TypeCodeGraph;
  [[noreturn]] static void refuse_copy();
  const Member& member(std::uint32_t index) const;
  typecode_reference reference_to(const TypeCode* node) const;

  TCKind kind_;
  Description description_{};
  const dimma::TypeCodeGraph* owner_ = nullptr;
  const TypeCode* constant_ = nullptr;  // the original constant, if this is a copy
};

#define DIMMA_BASIC_TYPECODE(NAME) extern const TypeCode _tc_##NAME;
DIMMA_BASIC_TYPECODE(null)
DIMMA_BASIC_TYPECODE(void)
DIMMA_BASIC_TYPECODE(short)
DIMMA_BASIC_TYPECODE(long)
DIMMA_BASIC_TYPECODE(ushort)
DIMMA_BASIC_TYPECODE(ulong)
DIMMA_BASIC_TYPECODE(float)
DIMMA_BASIC_TYPECODE(double)
DIMMA_BASIC_TYPECODE(boolean)
DIMMA_BASIC_TYPECODE(char)
DIMMA_BASIC_TYPECODE(octet)
DIMMA_BASIC_TYPECODE(any)
DIMMA_BASIC_TYPECODE(TypeCode)
DIMMA_BASIC_TYPECODE(longlong)
DIMMA_BASIC_TYPECODE(ulonglong)
DIMMA_BASIC_TYPECODE(longdouble)
DIMMA_BASIC_TYPECODE(wchar)
DIMMA_BASIC_TYPECODE(string)
DIMMA_BASIC_TYPECODE(wstring)
#undef DIMMA_BASIC_TYPECODE
extern const TypeCode _tc_Object;

}  // namespace CORBA
