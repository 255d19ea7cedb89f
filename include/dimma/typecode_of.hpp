#pragma once
/// dimma::typecode_of<T>: the TypeCode of a mapped C++ type. dimma's own. Specialised here for basic and template types,
/// and by generated code for what an IDL file names. int8 and uint8 have no TypeCode in CORBA: both are octets in it.

#include <dimma/bounded.hpp>
#include <dimma/typecode.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace dimma {

template <class T>
struct typecode_of;

template <class T>
concept HasTypeCode = requires { typecode_of<T>::value.kind(); };

/// A specialisation that names a constant.
template <const CORBA::TypeCode& Constant>
struct typecode_constant {
  static constexpr const CORBA::TypeCode& value = Constant;
};

template <>
struct typecode_of<bool> : typecode_constant<CORBA::_tc_boolean> {};
template <>
struct typecode_of<char> : typecode_constant<CORBA::_tc_char> {};
template <>
struct typecode_of<wchar_t> : typecode_constant<CORBA::_tc_wchar> {};
template <>
struct typecode_of<std::int8_t> : typecode_constant<CORBA::_tc_octet> {};
template <>
struct typecode_of<std::uint8_t> : typecode_constant<CORBA::_tc_octet> {};
template <>
struct typecode_of<std::int16_t> : typecode_constant<CORBA::_tc_short> {};
template <>
struct typecode_of<std::uint16_t> : typecode_constant<CORBA::_tc_ushort> {};
template <>
struct typecode_of<std::int32_t> : typecode_constant<CORBA::_tc_long> {};
template <>
struct typecode_of<std::uint32_t> : typecode_constant<CORBA::_tc_ulong> {};
template <>
struct typecode_of<std::int64_t> : typecode_constant<CORBA::_tc_longlong> {};
template <>
struct typecode_of<std::uint64_t> : typecode_constant<CORBA::_tc_ulonglong> {};
template <>
struct typecode_of<float> : typecode_constant<CORBA::_tc_float> {};
template <>
struct typecode_of<double> : typecode_constant<CORBA::_tc_double> {};
template <>
struct typecode_of<long double> : typecode_constant<CORBA::_tc_longdouble> {};
template <>
struct typecode_of<std::string> : typecode_constant<CORBA::_tc_string> {};
template <>
struct typecode_of<std::wstring> : typecode_constant<CORBA::_tc_wstring> {};
template <>
struct typecode_of<CORBA::Any> : typecode_constant<CORBA::_tc_any> {};
template <>
struct typecode_of<CORBA::typecode_reference> : typecode_constant<CORBA::_tc_TypeCode> {};
template <>
struct typecode_of<CORBA::Object> : typecode_constant<CORBA::_tc_Object> {};
/// A reference has the TypeCode of its interface.
template <class T>
  requires HasTypeCode<T>
struct typecode_of<CORBA::object_reference<T>> : typecode_of<T> {};

template <std::uint32_t Bound>
struct typecode_of<IDL::bounded_string<Bound>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_string, {.length = Bound}};
};
template <std::uint32_t Bound>
struct typecode_of<IDL::bounded_wstring<Bound>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_wstring, {.length = Bound}};
};
template <class T>
  requires HasTypeCode<T>
struct typecode_of<std::vector<T>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_sequence, {.content = &typecode_of<T>::value}};
};
template <class T, std::uint32_t Bound>
  requires HasTypeCode<T>
struct typecode_of<IDL::bounded_vector<T, Bound>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_sequence,
                                         {.content = &typecode_of<T>::value, .length = Bound}};
};
template <class T, std::size_t N>
  requires HasTypeCode<T>
struct typecode_of<std::array<T, N>> {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_array,
                                         {.content = &typecode_of<T>::value, .length = static_cast<std::uint32_t>(N)}};
};

inline constexpr CORBA::TypeCode::Member tckind_members[] = {
    {.name = "tk_null"}, {.name = "tk_void"}, {.name = "tk_short"}, {.name = "tk_long"},
    {.name = "tk_ushort"}, {.name = "tk_ulong"}, {.name = "tk_float"}, {.name = "tk_double"},
    {.name = "tk_boolean"}, {.name = "tk_char"}, {.name = "tk_octet"}, {.name = "tk_any"},
    {.name = "tk_TypeCode"}, {.name = "tk_Principal"}, {.name = "tk_objref"}, {.name = "tk_struct"},
    {.name = "tk_union"}, {.name = "tk_enum"}, {.name = "tk_string"}, {.name = "tk_sequence"},
    {.name = "tk_array"}, {.name = "tk_alias"}, {.name = "tk_except"}, {.name = "tk_longlong"},
    {.name = "tk_ulonglong"}, {.name = "tk_longdouble"}, {.name = "tk_wchar"}, {.name = "tk_wstring"},
    {.name = "tk_fixed"}, {.name = "tk_value"}, {.name = "tk_value_box"}, {.name = "tk_native"},
    {.name = "tk_abstract_interface"}, {.name = "tk_local_interface"}, {.name = "tk_component"}, {.name = "tk_home"},
    {.name = "tk_event"}};
inline constexpr CORBA::TypeCode::Member completion_status_members[] = {
    {.name = "COMPLETED_YES"}, {.name = "COMPLETED_NO"}, {.name = "COMPLETED_MAYBE"}};

}  // namespace dimma

namespace CORBA {

inline constexpr TypeCode _tc_TCKind(
    TCKind::tk_enum, {.id = "IDL:omg.org/CORBA/TCKind:1.0", .name = "TCKind", .members = dimma::tckind_members});
inline constexpr TypeCode _tc_completion_status(TCKind::tk_enum, {.id = "IDL:omg.org/CORBA/completion_status:1.0",
                                                                  .name = "completion_status",
                                                                  .members = dimma::completion_status_members});

}  // namespace CORBA

namespace dimma {

template <>
struct typecode_of<CORBA::TCKind> : typecode_constant<CORBA::_tc_TCKind> {};

/// Of the standard exceptions.
inline constexpr CORBA::TypeCode::Member system_exception_members[] = {
    {.name = "minor", .type = &CORBA::_tc_ulong}, {.name = "completed", .type = &CORBA::_tc_completion_status}};
template <class Exception>
struct system_exception_typecode {
  static constexpr CORBA::TypeCode value{CORBA::TCKind::tk_except, {.id = Exception::repository_id,
                                                                    .name = Exception::exception_name,
                                                                    .members = system_exception_members}};
};
#define DIMMA_EXCEPTION_TYPECODE(NAME) \
  template <>                          \
  struct typecode_of<CORBA::NAME> : system_exception_typecode<CORBA::NAME> {};
DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DIMMA_EXCEPTION_TYPECODE)
#undef DIMMA_EXCEPTION_TYPECODE

}  // namespace dimma

namespace CORBA {

/// The types of orb.idl.
#define DIMMA_ALIAS_TYPECODE(NAME, TYPE) \
  inline constexpr TypeCode _tc_##NAME(  \
      TCKind::tk_alias,                  \
      {.id = "IDL:omg.org/CORBA/" #NAME ":1.0", .name = #NAME, .content = &dimma::typecode_of<TYPE>::value});
DIMMA_ALIAS_TYPECODE(Identifier, std::string)
DIMMA_ALIAS_TYPECODE(ScopedName, std::string)
DIMMA_ALIAS_TYPECODE(RepositoryId, std::string)
DIMMA_ALIAS_TYPECODE(VersionSpec, std::string)
DIMMA_ALIAS_TYPECODE(ORBid, std::string)
DIMMA_ALIAS_TYPECODE(Flags, std::uint32_t)
DIMMA_ALIAS_TYPECODE(ServiceType, std::uint16_t)
DIMMA_ALIAS_TYPECODE(ServiceOption, std::uint32_t)
DIMMA_ALIAS_TYPECODE(ServiceDetailType, std::uint32_t)
DIMMA_ALIAS_TYPECODE(PolicyType, std::uint32_t)
DIMMA_ALIAS_TYPECODE(Visibility, std::int16_t)
DIMMA_ALIAS_TYPECODE(ValueModifier, std::int16_t)
DIMMA_ALIAS_TYPECODE(BooleanSeq, std::vector<bool>)
DIMMA_ALIAS_TYPECODE(CharSeq, std::vector<char>)
DIMMA_ALIAS_TYPECODE(WCharSeq, std::vector<wchar_t>)
DIMMA_ALIAS_TYPECODE(OctetSeq, std::vector<std::uint8_t>)
DIMMA_ALIAS_TYPECODE(ShortSeq, std::vector<std::int16_t>)
DIMMA_ALIAS_TYPECODE(UShortSeq, std::vector<std::uint16_t>)
DIMMA_ALIAS_TYPECODE(LongSeq, std::vector<std::int32_t>)
DIMMA_ALIAS_TYPECODE(ULongSeq, std::vector<std::uint32_t>)
DIMMA_ALIAS_TYPECODE(LongLongSeq, std::vector<std::int64_t>)
DIMMA_ALIAS_TYPECODE(ULongLongSeq, std::vector<std::uint64_t>)
DIMMA_ALIAS_TYPECODE(FloatSeq, std::vector<float>)
DIMMA_ALIAS_TYPECODE(DoubleSeq, std::vector<double>)
DIMMA_ALIAS_TYPECODE(LongDoubleSeq, std::vector<long double>)
DIMMA_ALIAS_TYPECODE(StringSeq, std::vector<std::string>)
DIMMA_ALIAS_TYPECODE(WStringSeq, std::vector<std::wstring>)
DIMMA_ALIAS_TYPECODE(AnySeq, std::vector<Any>)
#undef DIMMA_ALIAS_TYPECODE

}  // namespace CORBA
