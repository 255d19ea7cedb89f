#pragma once
/// Values of types that were unknown when the program was compiled (CORBA 3.3 part 1, chapter 16): module DynamicAny,
/// as local interfaces of IDL to C++11. No other header includes it.
///
///   auto factory = IDL::traits<DynamicAny::DynAnyFactory>::narrow(orb->resolve_initial_references("DynAnyFactory"));
///   auto point = IDL::traits<DynamicAny::DynStruct>::narrow(factory->create_dyn_any(any));
///   point->current_component()->insert_long(3);
///   any = point->to_any();
///
/// A DynAny is a copy of a value and is changed in place. Components are created on first use; each takes some hundred
/// octets. Not thread-safe: a DynAny and its components must not be used at the same time.
///
/// Every function throws OBJECT_NOT_EXIST after destroy(). A component counts as destroyed once it is no longer part of
/// its value: if a sequence is shortened, a union gets another member, or a value is assigned to.

#include <dimma/abstract_base.hpp>
#include <dimma/generated/plain_exception.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>
#include <dimma/value.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace DynamicAny {

class DynAny;
using FieldName = std::string;
using AnySeq = std::vector<CORBA::Any>;
using DynAnySeq = std::vector<CORBA::object_reference<DynAny>>;

// The types with functions to insert and get one value: name, C++ type, parameter type.
#define DIMMA_FOR_EACH_DYNAMIC(DO)                                                                    \
  DO(boolean, bool, bool)                                                                             \
  DO(octet, std::uint8_t, std::uint8_t)                                                               \
  DO(char, char, char)                                                                                \
  DO(short, std::int16_t, std::int16_t)                                                               \
  DO(ushort, std::uint16_t, std::uint16_t)                                                            \
  DO(long, std::int32_t, std::int32_t)                                                                \
  DO(ulong, std::uint32_t, std::uint32_t)                                                             \
  DO(float, float, float)                                                                             \
  DO(double, double, double)                                                                          \
  DO(string, std::string, const std::string&)                                                         \
  DO(reference, CORBA::object_reference<CORBA::Object>, CORBA::object_reference<CORBA::Object>)       \
  DO(typecode, CORBA::typecode_reference, CORBA::typecode_reference)                                  \
  DO(longlong, std::int64_t, std::int64_t)                                                            \
  DO(ulonglong, std::uint64_t, std::uint64_t)                                                         \
  DO(longdouble, long double, long double)                                                            \
  DO(wchar, wchar_t, wchar_t)                                                                         \
  DO(wstring, std::wstring, const std::wstring&)                                                      \
  DO(any, CORBA::Any, const CORBA::Any&)                                                              \
  DO(dyn_any, CORBA::object_reference<DynAny>, CORBA::object_reference<DynAny>)                       \
  DO(val, CORBA::valuetype_reference<CORBA::ValueBase>, CORBA::valuetype_reference<CORBA::ValueBase>) \
  DO(abstract, CORBA::abstractbase_reference<CORBA::AbstractBase>, CORBA::abstractbase_reference<CORBA::AbstractBase>)

// The types with functions for whole sequences and arrays: name, C++ type of the sequence.
#define DIMMA_FOR_EACH_DYNAMIC_SEQUENCE(DO) \
  DO(boolean, CORBA::BooleanSeq)            \
  DO(octet, CORBA::OctetSeq)                \
  DO(char, CORBA::CharSeq)                  \
  DO(short, CORBA::ShortSeq)                \
  DO(ushort, CORBA::UShortSeq)              \
  DO(long, CORBA::LongSeq)                  \
  DO(ulong, CORBA::ULongSeq)                \
  DO(float, CORBA::FloatSeq)                \
  DO(double, CORBA::DoubleSeq)              \
  DO(longlong, CORBA::LongLongSeq)          \
  DO(ulonglong, CORBA::ULongLongSeq)        \
  DO(longdouble, CORBA::LongDoubleSeq)      \
  DO(wchar, CORBA::WCharSeq)

/// A value of any type, and its components, if it has any: members, elements, or the discriminator and member of a
/// union. One of them is the current component, initially the first; at position -1 there is no current component.
class DynAny : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<DynAny>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynAny:1.0"};
  DIMMA_LOCAL_EXCEPTION(InvalidValue, "DynamicAny/DynAny");
  DIMMA_LOCAL_EXCEPTION(TypeMismatch, "DynamicAny/DynAny");

  /// Returns the type with which the DynAny was created, aliases included.
  virtual CORBA::typecode_reference type() = 0;
  /// Make this a copy of the argument's value, with the first component as the current one. Both functions throw
  /// TypeMismatch for a value of another type; from_any throws InvalidValue for an Any that has a type but no value.
  virtual void assign(CORBA::object_reference<DynAny> dyn_any) = 0;
  virtual void from_any(const CORBA::Any& value) = 0;
  /// Returns a copy of the current value. Throws IMP_LIMIT for a default value of more than 16 Mi parts.
  virtual CORBA::Any to_any() = 0;
  /// Returns true if the types are equivalent and the values equal; the current positions do not matter.
  virtual bool equal(CORBA::object_reference<DynAny> dyn_any) = 0;
  /// Destroys this DynAny and all its components. A no-op on a component, which is destroyed only with the whole value.
  virtual void destroy() = 0;
  /// Makes another DynAny with a copy of the value.
  virtual CORBA::object_reference<DynAny> copy() = 0;

#define DIMMA_DECLARE(NAME, TYPE, ARGUMENT)       \
  virtual void insert_##NAME(ARGUMENT value) = 0; \
  virtual TYPE get_##NAME() = 0;
  /// Insert or get a value: in this DynAny if its type has no components, otherwise in the current component. Throw
  /// TypeMismatch if the target is of another type or has components, InvalidValue at position -1 and for a string
  /// longer than its bound. insert_val and get_val access a DynValue or DynValueBox itself, or else the current
  /// component. insert_reference calls the object to learn its interface if the reference does not name it.
  DIMMA_FOR_EACH_DYNAMIC(DIMMA_DECLARE)
#undef DIMMA_DECLARE
#define DIMMA_DECLARE(NAME, SEQUENCE)                          \
  virtual void insert_##NAME##_seq(const SEQUENCE& value) = 0; \
  virtual SEQUENCE get_##NAME##_seq() = 0;
  /// The same for whole sequences and arrays: in this DynAny if it is one, otherwise in the current component. Also
  /// throw InvalidValue for more elements than the bound of a sequence, or a number other than the length of an array.
  DIMMA_FOR_EACH_DYNAMIC_SEQUENCE(DIMMA_DECLARE)
#undef DIMMA_DECLARE

  /// Makes the component with this index the current one; if there is none, sets the position to -1 and returns false.
  virtual bool seek(std::int32_t index) = 0;
  /// Makes the first component the current one.
  virtual void rewind() = 0;
  /// Moves to the next component; after the last one, sets the position to -1 and returns false.
  virtual bool next() = 0;
  /// Returns the current number of components; 0 for a type without components.
  virtual std::uint32_t component_count() = 0;
  /// Returns nil at position -1. Throws TypeMismatch for a type without components.
  virtual CORBA::object_reference<DynAny> current_component() = 0;

 protected:
  DynAny() = default;
  ~DynAny() override = default;
};

/// A fixed-point decimal, accessed as text.
class DynFixed : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynFixed>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynFixed:1.0"};
  /// Returns the value as text: an optional sign, digits, and a point if there is a scale.
  virtual std::string get_value() = 0;
  /// Parses the text. Returns false if digits after the point were cut off. Throws TypeMismatch for text that is not a
  /// number, InvalidValue for too many digits before the point.
  virtual bool set_value(const std::string& val) = 0;
};

/// An enumerator, accessed by name or by ordinal.
class DynEnum : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynEnum>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynEnum:1.0"};
  /// Returns the enumerator's name.
  virtual std::string get_as_string() = 0;
  /// Both setters throw InvalidValue if there is no such enumerator.
  virtual void set_as_string(const std::string& value) = 0;
  virtual std::uint32_t get_as_ulong() = 0;
  virtual void set_as_ulong(std::uint32_t value) = 0;
};

namespace detail {
/// A member with its name.
template <class Value>
class NamedValue {
 public:
  NamedValue() = default;
  explicit NamedValue(FieldName id, Value value) : id_(std::move(id)), value_(std::move(value)) {}

  void id(FieldName value) { id_ = std::move(value); }
  const FieldName& id() const { return id_; }
  FieldName& id() { return id_; }
  void value(Value value) { value_ = std::move(value); }
  const Value& value() const { return value_; }
  Value& value() { return value_; }

 private:
  FieldName id_;
  Value value_;
};
}  // namespace detail

using NameValuePair = detail::NamedValue<CORBA::Any>;
using NameDynAnyPair = detail::NamedValue<CORBA::object_reference<DynAny>>;
using NameValuePairSeq = std::vector<NameValuePair>;
using NameDynAnyPairSeq = std::vector<NameDynAnyPair>;

// The functions that DynStruct and DynValue have in common.
#define DIMMA_MEMBERS                                          \
  virtual FieldName current_member_name() = 0;                 \
  virtual CORBA::TCKind current_member_kind() = 0;             \
  virtual NameValuePairSeq get_members() = 0;                  \
  virtual void set_members(const NameValuePairSeq& value) = 0; \
  virtual NameDynAnyPairSeq get_members_as_dyn_any() = 0;      \
  virtual void set_members_as_dyn_any(const NameDynAnyPairSeq& value) = 0;

/// A struct or an exception.
class DynStruct : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynStruct>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynStruct:1.0"};
  /// Members by name, in the order of the IDL. The functions for the current member throw InvalidValue at position -1,
  /// TypeMismatch for a type without members. The set_ functions throw InvalidValue for another number of members,
  /// TypeMismatch for another name or type.
  DIMMA_MEMBERS
};

/// A union. Component 0 is the discriminator, component 1 the active member if there is one.
class DynUnion : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynUnion>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynUnion:1.0"};
  /// Returns the discriminator itself, not a copy: changing it has the effect of set_discriminator.
  virtual CORBA::object_reference<DynAny> get_discriminator() = 0;
  /// Sets the discriminator. If that activates another member, the member gets the default value of its type. Makes the
  /// member the current component, or the discriminator if there is no member. Throws TypeMismatch for a value of
  /// another type.
  virtual void set_discriminator(CORBA::object_reference<DynAny> d) = 0;
  /// Throws TypeMismatch if the union has no default member.
  virtual void set_to_default_member() = 0;
  /// Throws TypeMismatch if every discriminator value selects a member.
  virtual void set_to_no_active_member() = 0;
  /// Returns true if there is no active member.
  virtual bool has_no_active_member() = 0;
  /// Returns true if the discriminator has the value of the default member.
  virtual bool is_set_to_default_member() = 0;
  /// Returns the kind of the discriminator's type.
  virtual CORBA::TCKind discriminator_kind() = 0;
  /// These three throw InvalidValue if there is no active member.
  virtual CORBA::TCKind member_kind() = 0;
  virtual CORBA::object_reference<DynAny> member() = 0;
  virtual FieldName member_name() = 0;
};

// The functions that DynSequence and DynArray have in common.
#define DIMMA_ELEMENTS                                \
  virtual AnySeq get_elements() = 0;                  \
  virtual void set_elements(const AnySeq& value) = 0; \
  virtual DynAnySeq get_elements_as_dyn_any() = 0;    \
  virtual void set_elements_as_dyn_any(const DynAnySeq& value) = 0;

/// A sequence, whose elements are its components.
class DynSequence : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynSequence>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynSequence:1.0"};
  /// The number of elements.
  virtual std::uint32_t get_length() = 0;
  /// Sets the length. New elements have the default value of their type. If there was no current component, the first
  /// new element becomes it. Throws InvalidValue above the bound, IMP_LIMIT above 16 Mi.
  virtual void set_length(std::uint32_t len) = 0;
  /// The elements. The set_ functions throw TypeMismatch for elements of another type, InvalidValue for more than the
  /// bound.
  DIMMA_ELEMENTS
};

/// An array, whose elements are its components.
class DynArray : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynArray>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynArray:1.0"};
  /// The elements. The set_ functions throw TypeMismatch for elements of another type, InvalidValue for another number
  /// than the array's.
  DIMMA_ELEMENTS
};

/// A reference to a value. May be nil, and then has no components. While nothing is changed, to_any() returns the
/// original value, otherwise a new value, made by the factory for its type if one is registered.
class DynValueCommon : public virtual DynAny {
 public:
  using _ref_type = CORBA::object_reference<DynValueCommon>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynValueCommon:1.0"};
  /// is_null() returns true for nil; set_to_null() makes the reference nil.
  virtual bool is_null() = 0;
  virtual void set_to_null() = 0;
  /// Replaces a nil reference by a value whose members have their defaults.
  virtual void set_to_value() = 0;
};

/// A value. A value whose type marshals its own state can be passed on but has no components: NO_IMPLEMENT. get_members
/// and get_members_as_dyn_any throw InvalidValue for nil; the set_ functions turn nil into a value.
class DynValue : public virtual DynValueCommon {
 public:
  using _ref_type = CORBA::object_reference<DynValue>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynValue:1.0"};
  /// Like the functions of DynStruct; the members of a base come first.
  DIMMA_MEMBERS
};

/// A value box. The get_ functions throw InvalidValue for nil, the set_ functions TypeMismatch for another type.
class DynValueBox : public virtual DynValueCommon {
 public:
  using _ref_type = CORBA::object_reference<DynValueBox>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynValueBox:1.0"};
  /// The boxed value. Getting it throws InvalidValue for nil; setting it makes nil a value, and throws TypeMismatch for
  /// another type.
  virtual CORBA::Any get_boxed_value() = 0;
  virtual void set_boxed_value(const CORBA::Any& boxed) = 0;
  virtual CORBA::object_reference<DynAny> get_boxed_value_as_dyn_any() = 0;
  virtual void set_boxed_value_as_dyn_any(CORBA::object_reference<DynAny> boxed) = 0;
};

#undef DIMMA_MEMBERS
#undef DIMMA_ELEMENTS

/// Thrown for a value that would have to be truncated if the caller did not allow truncation.
class MustTruncate final : public ::dimma::plain_exception<MustTruncate> {
 public:
  static constexpr const char* exception_name = "MustTruncate";
  static constexpr const char* repository_id = "IDL:omg.org/DynamicAny/MustTruncate:1.0";
};

/// The ORB's initial reference "DynAnyFactory". Thread-safe.
class DynAnyFactory : public virtual CORBA::LocalObject {
 public:
  using _ref_type = CORBA::object_reference<DynAnyFactory>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/DynamicAny/DynAnyFactory:1.0"};
  DIMMA_LOCAL_EXCEPTION(InconsistentTypeCode, "DynamicAny/DynAnyFactory");

  /// Makes a DynAny with a copy of the value. All functions throw InconsistentTypeCode for types that have no values
  /// here: native, Principal, component and home.
  virtual CORBA::object_reference<DynAny> create_dyn_any(const CORBA::Any& value) = 0;
  /// Makes a DynAny with the default value: zero, false, empty, nil, the first enumerator, the first member of a union.
  virtual CORBA::object_reference<DynAny> create_dyn_any_from_type_code(const CORBA::typecode_reference& type) = 0;
  /// Like create_dyn_any. Throws MustTruncate for a value whose type is derived from the one that the Any names.
  virtual CORBA::object_reference<DynAny> create_dyn_any_without_truncation(const CORBA::Any& value) = 0;
  virtual DynAnySeq create_multiple_dyn_anys(const AnySeq& values, bool allow_truncate) = 0;
  virtual AnySeq create_multiple_anys(const DynAnySeq& values) = 0;

 protected:
  DynAnyFactory() = default;
  ~DynAnyFactory() override = default;
};

}  // namespace DynamicAny

namespace IDL {
#define DIMMA_TRAITS(NAME) \
  template <>              \
  struct traits<DynamicAny::NAME> : dimma::local_interface_traits<DynamicAny::NAME> {};
DIMMA_TRAITS(DynAny)
DIMMA_TRAITS(DynFixed)
DIMMA_TRAITS(DynEnum)
DIMMA_TRAITS(DynStruct)
DIMMA_TRAITS(DynUnion)
DIMMA_TRAITS(DynSequence)
DIMMA_TRAITS(DynArray)
DIMMA_TRAITS(DynValueCommon)
DIMMA_TRAITS(DynValue)
DIMMA_TRAITS(DynValueBox)
DIMMA_TRAITS(DynAnyFactory)
#undef DIMMA_TRAITS
}  // namespace IDL
