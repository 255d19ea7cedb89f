#include "idl/emit/types/basic_types.hpp"

#include <array>
#include <cstddef>

namespace dimma::idl::cxx {

namespace {

// In the order of BasicKind.
constexpr auto basic_types = std::to_array<BasicTypeFacts>({
    {BasicKind::Void, "void", "void", "", 0, false},
    {BasicKind::Boolean, "bool", "boolean", "", 1, true},
    {BasicKind::Char, "char", "char", "", 1, true},
    {BasicKind::WChar, "wchar_t", "wchar", "", 4, false},
    {BasicKind::Octet, "::std::uint8_t", "octet", "", 1, true},
    {BasicKind::Int8, "::std::int8_t", "octet", "", 1, true},
    {BasicKind::UInt8, "::std::uint8_t", "octet", "", 1, true},
    {BasicKind::Short, "::std::int16_t", "short", "", 2, true},
    {BasicKind::UShort, "::std::uint16_t", "ushort", "", 2, true},
    {BasicKind::Long, "::std::int32_t", "long", "", 4, true},
    {BasicKind::ULong, "::std::uint32_t", "ulong", "U", 4, true},
    {BasicKind::LongLong, "::std::int64_t", "longlong", "LL", 8, true},
    {BasicKind::ULongLong, "::std::uint64_t", "ulonglong", "ULL", 8, true},
    {BasicKind::Float, "float", "float", "F", 4, true},
    {BasicKind::Double, "double", "double", "", 8, true},
    {BasicKind::LongDouble, "long double", "longdouble", "L", 16, false},
    {BasicKind::Any, "::CORBA::Any", "any", "", 16, false},
    {BasicKind::Object, "::CORBA::Object", "Object", "", 16, false},
    {BasicKind::ValueBase, "::CORBA::ValueBase", "ValueBase", "", 16, false},
    {BasicKind::TypeCode, "const ::CORBA::TypeCode", "TypeCode", "", 16, false},
});

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < basic_types.size(); ++i) {
    if (basic_types[i].kind != static_cast<BasicKind>(i)) return false;
  }
  return true;
}
static_assert(is_in_order());
static_assert(basic_types.back().kind == BasicKind::TypeCode, "a row for each kind");

}  // namespace

const BasicTypeFacts& facts_of(BasicKind kind) { return basic_types[static_cast<std::size_t>(kind)]; }

const BasicTypeFacts& unsigned_type(unsigned bits) {
  if (bits <= 8) return facts_of(BasicKind::Octet);
  if (bits <= 16) return facts_of(BasicKind::UShort);
  return facts_of(bits <= 32 ? BasicKind::ULong : BasicKind::ULongLong);
}

}  // namespace dimma::idl::cxx
