#pragma once
/// IDL::traits of the basic and template types (IDL to C++11, 6.2 to 6.13), and the CORBA module's own typedefs.
///
/// Every traits class has value_type, in_type, out_type and inout_type: the types with which a value is held, and
/// passed as an argument in each direction. Flags and numbers are std::integral_constant types. Two IDL names for one
/// type are one C++ type and have the same traits.

#include <dimma/any.hpp>
#include <dimma/generated/bounded.hpp>
#include <dimma/print.hpp>
#include <dimma/reference.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace dimma {

/// Traits of types that are passed by value: basic types and enumerations.
template <class T>
struct value_traits : printable_traits<T> {
  using value_type = T;
  using in_type = T;
  using out_type = T&;
  using inout_type = T&;
};

/// Traits of types that are passed by reference: strings, structs, unions, sequences, arrays.
template <class T>
struct constructed_traits : printable_traits<T> {
  using value_type = T;
  using in_type = const T&;
  using out_type = T&;
  using inout_type = T&;
};

/// Base of the generated IDL::traits<Enumeration>.
template <class E>
struct enum_traits : value_traits<E> {
  using underlying_type = std::underlying_type_t<E>;
  using bit_bound = std::integral_constant<std::uint8_t, 8 * sizeof(E)>;
};

/// Base of the generated IDL::traits of structs, unions and exceptions.
template <class T>
struct struct_traits : constructed_traits<T> {};

namespace detail {
template <class T>
struct array_shape {
  static constexpr std::uint32_t dimensions = 0;
  using element = T;
};
template <class T, std::size_t N>
struct array_shape<std::array<T, N>> {
  static constexpr std::uint32_t dimensions = 1 + array_shape<T>::dimensions;
  using element = typename array_shape<T>::element;
};
}  // namespace detail

/// Returns an array whose innermost elements are all `value`. For members whose default value is not zero.
template <class Array, class T>
constexpr Array filled(T value) {
  Array array{};
  for (auto& element : array) {
    if constexpr (detail::array_shape<Array>::dimensions == 1) {
      element = value;
    } else {
      element = filled<typename Array::value_type>(value);
    }
  }
  return array;
}

}  // namespace dimma

namespace IDL {

template <>
struct traits<bool> : dimma::value_traits<bool> {};
template <>
struct traits<char> : dimma::value_traits<char> {};
template <>
struct traits<wchar_t> : dimma::value_traits<wchar_t> {};
template <>
struct traits<std::int8_t> : dimma::value_traits<std::int8_t> {};
template <>
struct traits<std::uint8_t> : dimma::value_traits<std::uint8_t> {};
template <>
struct traits<std::int16_t> : dimma::value_traits<std::int16_t> {};
template <>
struct traits<std::uint16_t> : dimma::value_traits<std::uint16_t> {};
template <>
struct traits<std::int32_t> : dimma::value_traits<std::int32_t> {};
template <>
struct traits<std::uint32_t> : dimma::value_traits<std::uint32_t> {};
template <>
struct traits<std::int64_t> : dimma::value_traits<std::int64_t> {};
template <>
struct traits<std::uint64_t> : dimma::value_traits<std::uint64_t> {};
template <>
struct traits<float> : dimma::value_traits<float> {};
template <>
struct traits<double> : dimma::value_traits<double> {};
template <>
struct traits<long double> : dimma::value_traits<long double> {};

template <>
struct traits<CORBA::TCKind> : dimma::enum_traits<CORBA::TCKind> {};

template <>
struct traits<std::string> : dimma::constructed_traits<std::string> {
  using is_bounded = std::false_type;
  using element_traits = traits<char>;
};
template <>
struct traits<CORBA::Any> : dimma::constructed_traits<CORBA::Any> {};
/// For exceptions that are caught as a base class; each exception from IDL has its own traits.
template <>
struct traits<CORBA::Exception> : dimma::constructed_traits<CORBA::Exception> {};
template <>
struct traits<CORBA::UserException> : dimma::constructed_traits<CORBA::UserException> {};
template <>
struct traits<CORBA::SystemException> : dimma::constructed_traits<CORBA::SystemException> {};
template <>
struct traits<std::wstring> : dimma::constructed_traits<std::wstring> {
  using is_bounded = std::false_type;
  using element_traits = traits<wchar_t>;
};
template <std::uint32_t Bound>
struct traits<bounded_string<Bound>> : dimma::constructed_traits<bounded_string<Bound>> {
  using is_bounded = std::true_type;
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using element_traits = traits<char>;
};

template <std::uint32_t Bound>
struct traits<bounded_wstring<Bound>> : dimma::constructed_traits<bounded_wstring<Bound>> {
  using is_bounded = std::true_type;
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using element_traits = traits<wchar_t>;
};

template <class T>
struct traits<std::vector<T>> : dimma::constructed_traits<std::vector<T>> {
  using is_bounded = std::false_type;
  using element_traits = traits<T>;
};
template <class T, std::uint32_t Bound>
struct traits<bounded_vector<T, Bound>> : dimma::constructed_traits<bounded_vector<T, Bound>> {
  using is_bounded = std::true_type;
  using bound = std::integral_constant<std::uint32_t, Bound>;
  using element_traits = traits<T>;
};

/// `dimensions` includes those of nested arrays; element_traits are those of the innermost element.
template <class T, std::size_t N>
struct traits<std::array<T, N>> : dimma::constructed_traits<std::array<T, N>> {
  using dimensions = std::integral_constant<std::uint32_t, dimma::detail::array_shape<std::array<T, N>>::dimensions>;
  using element_traits = traits<typename dimma::detail::array_shape<std::array<T, N>>::element>;
};

/// Gives a reference type the traits of its interface, for element_traits of a sequence of references.
template <class T>
struct traits<CORBA::object_reference<T>> : traits<T> {};

template <>
struct traits<CORBA::TypeCode> : dimma::value_traits<CORBA::typecode_reference> {
  using ref_type = CORBA::typecode_reference;
};
template <>
struct traits<const CORBA::TypeCode> : traits<CORBA::TypeCode> {};

}  // namespace IDL

namespace CORBA {

using Identifier = std::string;
using RepositoryId = std::string;
using ScopedName = std::string;
using VersionSpec = std::string;
using ORBid = std::string;
using Flags = std::uint32_t;

using ServiceType = std::uint16_t;
using ServiceOption = std::uint32_t;
using ServiceDetailType = std::uint32_t;
inline constexpr ServiceType Security = 1;

using BooleanSeq = std::vector<bool>;
using CharSeq = std::vector<char>;
using WCharSeq = std::vector<wchar_t>;
using OctetSeq = std::vector<std::uint8_t>;
using ShortSeq = std::vector<std::int16_t>;
using UShortSeq = std::vector<std::uint16_t>;
using LongSeq = std::vector<std::int32_t>;
using ULongSeq = std::vector<std::uint32_t>;
using LongLongSeq = std::vector<std::int64_t>;
using ULongLongSeq = std::vector<std::uint64_t>;
using FloatSeq = std::vector<float>;
using DoubleSeq = std::vector<double>;
using LongDoubleSeq = std::vector<long double>;
using StringSeq = std::vector<std::string>;
using WStringSeq = std::vector<std::wstring>;
using AnySeq = std::vector<Any>;

}  // namespace CORBA
