#pragma once
/// The basic types of the mapping (formal/2012-07-02, 4.5), and the types by which they are passed as out arguments.

#include <dimma/classic/mapping.hpp>

#include <cstdint>

namespace dimma {
namespace classic {
namespace CORBA {

typedef bool Boolean;
typedef char Char;
typedef unsigned char Octet;
/// A Unicode code point.
typedef wchar_t WChar;
typedef std::int16_t Short;
typedef std::uint16_t UShort;
typedef std::int32_t Long;
typedef std::uint32_t ULong;
typedef std::int64_t LongLong;
typedef std::uint64_t ULongLong;
typedef float Float;
typedef double Double;
typedef long double LongDouble;

typedef Boolean& Boolean_out;
typedef Char& Char_out;
typedef Octet& Octet_out;
typedef WChar& WChar_out;
typedef Short& Short_out;
typedef UShort& UShort_out;
typedef Long& Long_out;
typedef ULong& ULong_out;
typedef LongLong& LongLong_out;
typedef ULongLong& ULongLong_out;
typedef Float& Float_out;
typedef Double& Double_out;
typedef LongDouble& LongDouble_out;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
