// The predefined TypeCodes. They are not defined in headers, since every file of a program would then compile them.

#include <dimma/any.hpp>
#include <dimma/generated/typecode_of.hpp>

namespace dimma {

constinit const CORBA::TypeCode::Member tckind_members[tckind_count] = {{.name = "tk_null"},
                                                                        {.name = "tk_void"},
                                                                        {.name = "tk_short"},
                                                                        {.name = "tk_long"},
                                                                        {.name = "tk_ushort"},
                                                                        {.name = "tk_ulong"},
                                                                        {.name = "tk_float"},
                                                                        {.name = "tk_double"},
                                                                        {.name = "tk_boolean"},
                                                                        {.name = "tk_char"},
                                                                        {.name = "tk_octet"},
                                                                        {.name = "tk_any"},
                                                                        {.name = "tk_TypeCode"},
                                                                        {.name = "tk_Principal"},
                                                                        {.name = "tk_objref"},
                                                                        {.name = "tk_struct"},
                                                                        {.name = "tk_union"},
                                                                        {.name = "tk_enum"},
                                                                        {.name = "tk_string"},
                                                                        {.name = "tk_sequence"},
                                                                        {.name = "tk_array"},
                                                                        {.name = "tk_alias"},
                                                                        {.name = "tk_except"},
                                                                        {.name = "tk_longlong"},
                                                                        {.name = "tk_ulonglong"},
                                                                        {.name = "tk_longdouble"},
                                                                        {.name = "tk_wchar"},
                                                                        {.name = "tk_wstring"},
                                                                        {.name = "tk_fixed"},
                                                                        {.name = "tk_value"},
                                                                        {.name = "tk_value_box"},
                                                                        {.name = "tk_native"},
                                                                        {.name = "tk_abstract_interface"},
                                                                        {.name = "tk_local_interface"},
                                                                        {.name = "tk_component"},
                                                                        {.name = "tk_home"},
                                                                        {.name = "tk_event"}};
namespace {
constexpr CORBA::TypeCode::Member completion_status_members[] = {
    {.name = "COMPLETED_YES"}, {.name = "COMPLETED_NO"}, {.name = "COMPLETED_MAYBE"}};
}  // namespace

constinit const CORBA::TypeCode::Member system_exception_members[2] = {
    {.name = "minor", .type = &CORBA::_tc_ulong}, {.name = "completed", .type = &CORBA::_tc_completion_status}};

}  // namespace dimma

namespace CORBA {

#define DIMMA_BASIC_TYPECODE(NAME) constinit const TypeCode _tc_##NAME(TCKind::tk_##NAME);
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
constinit const TypeCode _tc_Object(TCKind::tk_objref, {.id = "IDL:omg.org/CORBA/Object:1.0", .name = "Object"});

constinit const TypeCode _tc_TCKind(TCKind::tk_enum, {.id = "IDL:omg.org/CORBA/TCKind:1.0",
                                                      .name = "TCKind",
                                                      .members = dimma::tckind_members});
constinit const TypeCode _tc_completion_status(TCKind::tk_enum, {.id = "IDL:omg.org/CORBA/completion_status:1.0",
                                                                 .name = "completion_status",
                                                                 .members = dimma::completion_status_members});

#define DIMMA_ALIAS_TYPECODE(NAME, TYPE) \
  constinit const TypeCode _tc_##NAME(   \
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
