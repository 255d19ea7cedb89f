#pragma once
/// dimma::typecode_of<T>: the TypeCode of a mapped C++ type. Internal to dimma. Specialised here for basic and template
/// types, and by generated code for the declarations of an IDL file. int8 and uint8 have no TypeCode in CORBA: both
/// have the TypeCode of octet.

#include <dimma/generated/bounded.hpp>
#include <dimma/typecode.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace dimma {

template <class T>
struct typecode_of;

template <class T>
concept HasTypeCode = requires {
  typecode_of<T>::value.kind();
};

/// Base of the specialisations whose TypeCode is a constant.
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
struct typecode_of<CORBA::object_reference<T>> : typecode_of<T> {
};

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

inline constexpr std::size_t tckind_count = 37;
extern const CORBA::TypeCode::Member tckind_members[tckind_count];

}  // namespace dimma

namespace CORBA {

extern const TypeCode _tc_TCKind;
extern const TypeCode _tc_completion_status;

}  // namespace CORBA

namespace dimma {

template <>
struct typecode_of<CORBA::TCKind> : typecode_constant<CORBA::_tc_TCKind> {};

/// The members of all system exceptions.
extern const CORBA::TypeCode::Member system_exception_members[2];
template <class Exception>
requires std::is_base_of_v<CORBA::SystemException, Exception>
struct typecode_of<Exception> {
  static constexpr CORBA::TypeCode value{
      CORBA::TCKind::tk_except,
      {.id = Exception::repository_id, .name = Exception::exception_name, .members = system_exception_members}};
};

}  // namespace dimma

namespace CORBA {

/// The TypeCodes of the types in orb.idl.
extern const TypeCode _tc_Identifier, _tc_ScopedName, _tc_RepositoryId, _tc_VersionSpec, _tc_ORBid, _tc_Flags,
    _tc_ServiceType, _tc_ServiceOption, _tc_ServiceDetailType, _tc_PolicyType, _tc_Visibility, _tc_ValueModifier,
    _tc_BooleanSeq, _tc_CharSeq, _tc_WCharSeq, _tc_OctetSeq, _tc_ShortSeq, _tc_UShortSeq, _tc_LongSeq, _tc_ULongSeq,
    _tc_LongLongSeq, _tc_ULongLongSeq, _tc_FloatSeq, _tc_DoubleSeq, _tc_LongDoubleSeq, _tc_StringSeq, _tc_WStringSeq,
    _tc_AnySeq;

}  // namespace CORBA
