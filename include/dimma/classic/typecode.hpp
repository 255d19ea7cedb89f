#pragma once
/// CORBA::TypeCode (CORBA 3.3 part 1, 8.11; formal/2012-07-02, 4.46): the description of an IDL type at run time.
///
/// Every named type of an IDL file has a constant `_tc_Name` beside it, and every basic type has one in namespace
/// CORBA. The constants are initialized before any code runs, and their references are never counted.

#include <dimma/classic/local_exception.hpp>
#include <dimma/classic/values/object_var.hpp>
#include <dimma/classic/values/types.hpp>

#include <cstddef>

namespace dimma {
namespace classic {

class TypeCodeAccess;

namespace CORBA {

class Any;
class TypeCode;
typedef TypeCode* TypeCode_ptr;
typedef ObjectVar<TypeCode> TypeCode_var;
typedef ObjectOut<TypeCode> TypeCode_out;

/// The kinds of types, with their numbers in CDR (CORBA 3.3 part 2, 9.3.5.1).
enum TCKind {
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
  tk_event
};
typedef TCKind& TCKind_out;

typedef Short Visibility;
const Visibility PRIVATE_MEMBER = 0;
const Visibility PUBLIC_MEMBER = 1;
typedef Short ValueModifier;
const ValueModifier VM_NONE = 0;
const ValueModifier VM_CUSTOM = 1;
const ValueModifier VM_ABSTRACT = 2;
const ValueModifier VM_TRUNCATABLE = 3;

/// The description of a type. Immutable, and therefore thread-safe. A TypeCode that was received or made at run time
/// counts its references like an Object, and every TypeCode_ptr that a function returns belongs to the caller.
///
/// A `const char*` that a function returns belongs to the type: it is valid as long as this TypeCode or one that was
/// reached through it. All functions from id() on throw BadKind if the kind does not have the property, and Bounds if
/// an index is out of range. A constant whose octets are malformed throws MARSHAL at its first use.
class TypeCode {
 public:
  typedef TypeCode_ptr _ptr_type;
  typedef TypeCode_var _var_type;
  typedef TypeCode_out _out_type;
  typedef ObjectMember<TypeCode> _member_type;
  DIMMA_CLASSIC_LOCAL_EXCEPTION(Bounds, "CORBA/TypeCode");
  DIMMA_CLASSIC_LOCAL_EXCEPTION(BadKind, "CORBA/TypeCode");

  /// For generated code: makes a constant from a CDR encapsulation of the TypeCode, of `octets` octets, which begins
  /// with the octet for its byte order. It has to exist as long as the constant, and is decoded at the first use.
  constexpr TypeCode(const char* encapsulation, std::size_t octets)
      : source_(encapsulation), octets_(octets), reference_(nullptr), count_(0) {}
  TypeCode(const TypeCode&) = delete;
  TypeCode& operator=(const TypeCode&) = delete;

  /// Returns the TypeCode with one reference more, which the caller owns; nil for nil.
  static TypeCode_ptr _duplicate(TypeCode_ptr type) {
    if (type != nullptr) type->_add_ref();
    return type;
  }
  static TypeCode_ptr _nil() { return nullptr; }
  /// Count the references. No-ops for a constant.
  void _add_ref();
  void _remove_ref();

  /// Returns true if the types are the same, except that names and ids that one of them omits are not compared.
  Boolean equal(TypeCode_ptr other) const;
  /// Returns true if the types have the same values: aliases and names are ignored, and if both have a repository id
  /// only the ids are compared.
  Boolean equivalent(TypeCode_ptr other) const;
  /// Returns the same type without the names of types and members; ids and aliases stay.
  TypeCode_ptr get_compact_typecode() const;
  /// Returns the kind of the type; tk_alias for an alias.
  TCKind kind() const;

  /// Returns the repository id, which belongs to the TypeCode.
  const char* id() const;
  /// Returns the unqualified name, which belongs to the TypeCode; empty if the type has none.
  const char* name() const;
  /// Returns the number of members, or of enumerators.
  ULong member_count() const;
  /// Returns the name of a member or an enumerator, which belongs to the TypeCode.
  const char* member_name(ULong index) const;
  /// Returns the type of a member.
  TypeCode_ptr member_type(ULong index) const;
  /// Returns the label, of the discriminator's type; an octet of 0 for the default member. The caller deletes it.
  Any* member_label(ULong index) const;
  TypeCode_ptr discriminator_type() const;
  /// Returns -1 for a union without a default member.
  Long default_index() const;
  ULong length() const;
  TypeCode_ptr content_type() const;
  UShort fixed_digits() const;
  Short fixed_scale() const;
  Visibility member_visibility(ULong index) const;
  ValueModifier type_modifier() const;
  /// Returns nil for a valuetype without a concrete base.
  TypeCode_ptr concrete_base_type() const;

 private:
  friend class classic::TypeCodeAccess;

  // With `octets` of 0, `source` is the TypeCode of the modern mapping, or null if `reference` is set.
  constexpr TypeCode(const void* source, std::size_t octets, void* reference, Long count)
      : source_(source), octets_(octets), reference_(reference), count_(count) {}

  const void* source_;
  std::size_t octets_;
  mutable void* reference_;  // to the TypeCode of the modern mapping, if it was decoded or made at run time
  Long count_;               // 0 for a constant
};

/// Returns true for the null pointer, which is the only nil reference.
inline Boolean is_nil(TypeCode_ptr type) { return type == nullptr; }
/// Gives up the caller's reference. A no-op for nil and for a constant.
inline void release(TypeCode_ptr type) { classic::detail::release_reference(type); }

/// The TypeCodes of the basic types, of strings without a bound, of Object and of TCKind.
extern const TypeCode_ptr _tc_null, _tc_void, _tc_short, _tc_long, _tc_ushort, _tc_ulong, _tc_float, _tc_double,
    _tc_boolean, _tc_char, _tc_octet, _tc_any, _tc_TypeCode, _tc_longlong, _tc_ulonglong, _tc_longdouble, _tc_wchar,
    _tc_string, _tc_wstring, _tc_Object, _tc_TCKind;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
