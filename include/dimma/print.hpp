#pragma once
/// Values as text, for logs and messages; the text cannot be read back. A dimma extension, as the mapping does not
/// define it:
///
///   std::cout << IDL::traits<M::Points>::write(points);            any mapped type: "<M::Point{x=1,y=2}>"
///   IDL::traits<M::Points>::write_on(std::cout, points) << '\n';   the same
///   std::cout << point << M::Colour::red;                          structs, unions, enumerations, bitmasks, bitsets,
///                                                                  exceptions, references
///
/// Sequences are in <>, arrays in [], maps in {{key,value}}; text is quoted; octets are numbers. References show the
/// repository id of their interface, values that of their type, and nil ones "nil". An Any shows its value, with the
/// type of a number: "any(long 7)", "any(M::Point{x=1,y=2})", or only its type if it has no value.
///
/// A program's own operator<< for a generated type takes precedence. IDL::formatter, specialised before use, determines
/// how write(), write_on() and operator<< write a type, but not how it is written as a part of another type. A
/// formatter with another name is passed as write<Formatter>(value).

#include <dimma/generated/bounded.hpp>
#include <dimma/reference.hpp>

#include <array>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace CORBA {
class Any;
class Exception;
class SystemException;
class TypeCode;
class UserException;
enum class TCKind : std::uint32_t;
}  // namespace CORBA

namespace dimma {

/// Prints a mapped type: static void print(std::ostream&, const T&). Specialised here and by generated code.
template <class T>
struct printer;

}  // namespace dimma

namespace IDL {
/// Writes a T to a stream; programs may specialise it.
template <class T, class Stream>
struct formatter {
  Stream& operator()(Stream& out, const T& value) const {
    dimma::printer<T>::print(out, value);
    return out;
  }
};
}  // namespace IDL

namespace dimma {

/// The result of IDL::traits<T>::write(), valid within the full expression that calls it.
template <class T, class Formatter>
class written {
 public:
  explicit written(const T& value) noexcept : value_(value) {}
  friend std::ostream& operator<<(std::ostream& out, const written& what) {
    Formatter format{};
    format(out, what.value_);
    return out;
  }

 private:
  const T& value_;
};

/// Base of all IDL::traits; T is the value_type.
template <class T>
struct printable_traits {
  /// Returns an object that prints the value with `<<`. The value has to outlive it.
  template <class Formatter = IDL::formatter<T, std::ostream>>
  static written<T, Formatter> write(const T& value) noexcept {
    return written<T, Formatter>(value);
  }
  /// Prints the value.
  template <class Stream, class Formatter = IDL::formatter<T, Stream>>
  static Stream& write_on(Stream& out, const T& value) {
    Formatter format{};
    format(out, value);
    return out;
  }
};

/// Implements the operators of generated types.
template <class T>
[[gnu::always_inline]] inline std::ostream& write_on(std::ostream& out, const T& value) {
  IDL::formatter<T, std::ostream> format{};
  format(out, value);
  return out;
}

/// For generated code: prints quoted text, with escapes for unprintable characters.
void print_text(std::ostream& out, std::string_view text);
void print_text(std::ostream& out, const char* text);
/// Prints "M::E(7)", for a number that is not an enumerator.
void print_number(std::ostream& out, std::string_view type, std::uint64_t number);
/// Prints "M::E::name", with the name from the array of enumerators in order; if there is no such enumerator, like
/// print_number().
void print_enumerator(std::ostream& out, const char* type, const char* const* names, std::size_t count,
                      std::uint64_t number);

#define DIMMA_PRINTED(TYPE)                                  \
  template <>                                                \
  struct printer<TYPE> {                                     \
    static void print(std::ostream& out, const TYPE& value); \
  };
DIMMA_PRINTED(bool)
DIMMA_PRINTED(char)
DIMMA_PRINTED(wchar_t)
DIMMA_PRINTED(std::int8_t)
DIMMA_PRINTED(std::uint8_t)
DIMMA_PRINTED(std::int16_t)
DIMMA_PRINTED(std::uint16_t)
DIMMA_PRINTED(std::int32_t)
DIMMA_PRINTED(std::uint32_t)
DIMMA_PRINTED(std::int64_t)
DIMMA_PRINTED(std::uint64_t)
DIMMA_PRINTED(float)
DIMMA_PRINTED(double)
DIMMA_PRINTED(long double)
DIMMA_PRINTED(std::string)
DIMMA_PRINTED(std::wstring)
DIMMA_PRINTED(CORBA::Any)
DIMMA_PRINTED(CORBA::Exception)
DIMMA_PRINTED(CORBA::SystemException)
DIMMA_PRINTED(CORBA::UserException)
DIMMA_PRINTED(CORBA::TCKind)
DIMMA_PRINTED(CORBA::object_reference<const CORBA::TypeCode>)
#undef DIMMA_PRINTED

template <std::uint32_t Bound>
struct printer<IDL::bounded_string<Bound>> : printer<std::string> {};
template <std::uint32_t Bound>
struct printer<IDL::bounded_wstring<Bound>> : printer<std::wstring> {};

/// Prints a member or element.
template <class T>
[[gnu::always_inline]] inline void print(std::ostream& out, const T& value) {
  printer<T>::print(out, value);
}

/// For generated code: prints the elements between the brackets, separated by commas.
template <class Elements, class T>
void print_elements(std::ostream& out, const Elements& elements, const char* opening, const char* closing) {
  print_text(out, opening);
  const char* before = "";
  for (const T& element : elements) {
    print_text(out, before);
    dimma::print(out, element);
    before = ",";
  }
  print_text(out, closing);
}

template <class T>
struct printer<std::vector<T>> {
  static void print(std::ostream& out, const std::vector<T>& value) {
    print_elements<std::vector<T>, T>(out, value, "<", ">");
  }
};
template <class T, std::uint32_t Bound>
struct printer<IDL::bounded_vector<T, Bound>> : printer<std::vector<T>> {};
template <class T, std::size_t N>
struct printer<std::array<T, N>> {
  static void print(std::ostream& out, const std::array<T, N>& value) {
    print_elements<std::array<T, N>, T>(out, value, "[", "]");
  }
};

template <class T>
struct printer<CORBA::object_reference<T>> {
  static void print(std::ostream& out, const CORBA::object_reference<T>& value) {
    if (value == nullptr) return print_text(out, "nil");
    if constexpr (requires { T::_interface_tag.repository_id; }) {
      print_text(out, T::_interface_tag.repository_id);
    } else {
      print_text(out, "Object");
    }
  }
};
template <class T>
struct printer<CORBA::valuetype_reference<T>> {
  static void print(std::ostream& out, const CORBA::valuetype_reference<T>& value) {
    print_text(out, value == nullptr ? std::string_view("nil") : value->_type_of_value().repository_id);
  }
};

/// Print enumerations and bitmasks; classes have their own operators.
template <class T>
requires((std::is_enum_v<T> || requires { typename T::_underlying_type; }) &&
         requires { printer<T>::print; }) std::ostream&
operator<<(std::ostream& out, const T& value) {
  return write_on(out, value);
}

}  // namespace dimma

namespace CORBA {

using dimma::operator<<;

template <class T>
std::ostream& operator<<(std::ostream& out, const object_reference<T>& value) {
  return dimma::write_on(out, value);
}
template <class T>
std::ostream& operator<<(std::ostream& out, const valuetype_reference<T>& value) {
  return dimma::write_on(out, value);
}

std::ostream& operator<<(std::ostream& out, const Any& value);

}  // namespace CORBA
