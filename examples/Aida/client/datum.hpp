#pragma once
/// The C++ types of data: for each the aida::Type, the operation of a provider that returns it, and its conversion to
/// and from a column of a table.

#include <aida.hpp>
#include <dimma/any.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace aida {

using Type = Aida::Type;
using Parameters = Aida::Parameters;

/// Any datum, in the order of Aida::Type.
using Datum = std::variant<bool, std::uint8_t, std::int16_t, std::int32_t, std::int64_t, float, double, std::string,
                           Aida::Booleans, Aida::Octets, Aida::Shorts, Aida::Longs, Aida::LongLongs, Aida::Floats,
                           Aida::Doubles, Aida::Strings, Aida::Table, CORBA::Any>;
inline Type type_of(const Datum& datum) noexcept { return static_cast<Type>(datum.index()); }

/// Converts a type to its name, "double", "strings", "table" and so on, and back. type_named() throws
/// std::invalid_argument with the valid names.
const char* name_of(Type type) noexcept;
Type type_named(const std::string& name);

/// Parses parameters of the form "name=text". Throws std::invalid_argument for text without a =.
Parameters parameters_of(const std::vector<std::string>& texts);

/// The traits of a C++ type: `type`; get(), which calls a provider; and cells(), the conversions to and from a column,
/// for types that a column may hold.
template <class T>
struct Kind;

// NOLINTBEGIN(bugprone-macro-parentheses): types and members
#define AIDA_KIND(CPP, TYPE, OPERATION)                                                             \
  static constexpr Type type = Type::TYPE;                                                          \
  static CPP get(Aida::Provider& provider, const std::string& name, const Parameters& parameters) { \
    return provider.OPERATION(name, parameters);                                                    \
  }
#define AIDA_COLUMN_KIND(CPP, TYPE, OPERATION, MEMBER)                                 \
  template <>                                                                          \
  struct Kind<CPP> {                                                                   \
    AIDA_KIND(CPP, TYPE, OPERATION)                                                    \
    static decltype(auto) cells(const Aida::Cells& of) { return of.MEMBER(); }         \
    static void cells(Aida::Cells& of, CPP content) { of.MEMBER(std::move(content)); } \
  };
// NOLINTEND(bugprone-macro-parentheses)
AIDA_COLUMN_KIND(bool, boolean_type, get_boolean, a_boolean)
AIDA_COLUMN_KIND(std::uint8_t, octet_type, get_octet, an_octet)
AIDA_COLUMN_KIND(std::int16_t, short_type, get_short, a_short)
AIDA_COLUMN_KIND(std::int32_t, long_type, get_long, a_long)
AIDA_COLUMN_KIND(std::int64_t, longlong_type, get_longlong, a_longlong)
AIDA_COLUMN_KIND(float, float_type, get_float, a_float)
AIDA_COLUMN_KIND(double, double_type, get_double, a_double)
AIDA_COLUMN_KIND(std::string, string_type, get_string, a_string)
AIDA_COLUMN_KIND(Aida::Booleans, booleans_type, get_booleans, some_booleans)
AIDA_COLUMN_KIND(Aida::Octets, octets_type, get_octets, some_octets)
AIDA_COLUMN_KIND(Aida::Shorts, shorts_type, get_shorts, some_shorts)
AIDA_COLUMN_KIND(Aida::Longs, longs_type, get_longs, some_longs)
AIDA_COLUMN_KIND(Aida::LongLongs, longlongs_type, get_longlongs, some_longlongs)
AIDA_COLUMN_KIND(Aida::Floats, floats_type, get_floats, some_floats)
AIDA_COLUMN_KIND(Aida::Doubles, doubles_type, get_doubles, some_doubles)
AIDA_COLUMN_KIND(Aida::Strings, strings_type, get_strings, some_strings)
template <>
struct Kind<Aida::Table> {
  AIDA_KIND(Aida::Table, table_type, get_table)
};
template <>
struct Kind<CORBA::Any> {
  AIDA_KIND(CORBA::Any, any_type, get_any)
};
#undef AIDA_COLUMN_KIND
#undef AIDA_KIND

}  // namespace aida
