#pragma once
/// The codecs of numbers, characters, strings, references and arrays, and the bases of generated codecs. For codec.hpp;
/// internal to dimma. A specialisation of codec<T> has
///   enum { octets_min = ... };                   the fewest octets of a value, without padding
///   static void write(Output&, const T&);
///   static void read(Input&, T&);                throws the modern MARSHAL; leaves the value valid
/// Those of types of fixed layout (fixed_layout.hpp) also have `layout`, and write_all() and read_all(), for
/// consecutive values.

#include <dimma/classic/generated/fixed_values.hpp>
#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/output.hpp>
#include <dimma/classic/values/strings.hpp>
#include <dimma/classic/values/wide_strings.hpp>

namespace dimma {
namespace classic {

template <class T>
class ObjectMember;

template <class T>
struct codec;

/// The codec of numbers and octets, which are copied as blocks.
template <class T>
struct number_codec {
  typedef detail::LeafLayout<T, T> layout;
  enum { octets_min = sizeof(T) };
  static void write(Output& out, T value) { out.put(value); }
  static void read(Input& in, T& value) { value = in.get<T>(); }
  static void write_all(Output& out, const T* values, std::size_t count) { out.put_block(values, count); }
  static void read_all(Input& in, T* values, std::size_t count) { in.get_block(values, count); }
};

// Every type that an integer may have, since two of them may have the same size.
template <>
struct codec<signed char> : number_codec<signed char> {};
template <>
struct codec<unsigned char> : number_codec<unsigned char> {};
template <>
struct codec<short> : number_codec<short> {};
template <>
struct codec<unsigned short> : number_codec<unsigned short> {};
template <>
struct codec<int> : number_codec<int> {};
template <>
struct codec<unsigned> : number_codec<unsigned> {};
template <>
struct codec<long> : number_codec<long> {};
template <>
struct codec<unsigned long> : number_codec<unsigned long> {};
template <>
struct codec<long long> : number_codec<long long> {};
template <>
struct codec<unsigned long long> : number_codec<unsigned long long> {};
template <>
struct codec<float> : number_codec<float> {};
template <>
struct codec<double> : number_codec<double> {};

template <>
struct codec<bool> {
  typedef detail::BooleanLayout layout;
  enum { octets_min = 1 };
  static void write(Output& out, bool value) { out.put(value); }
  static void read(Input& in, bool& value) { value = in.get_boolean(); }
  static void write_all(Output& out, const bool* values, std::size_t count) { out.put_block(values, count); }
  static void read_all(Input& in, bool* values, std::size_t count) { in.get_booleans(values, count); }
};

template <>
struct codec<char> {
  typedef detail::LeafLayout<char, char> layout;
  enum { octets_min = 1 };
  static void write(Output& out, char value) { out.put_char(value); }
  static void read(Input& in, char& value) { value = in.get_char(); }
  static void write_all(Output& out, const char* values, std::size_t count) { out.put_chars(values, count); }
  static void read_all(Input& in, char* values, std::size_t count) { in.get_chars(values, count); }
};

template <>
struct codec<wchar_t> {
  enum { octets_min = 2 };
  static void write(Output& out, wchar_t value) { out.put_wchar(value); }
  static void read(Input& in, wchar_t& value) { value = in.get_wchar(); }
};

template <>
struct codec<long double> {
  enum { octets_min = 16 };
  static void write(Output& out, long double value) { out.put_long_double(value); }
  static void read(Input& in, long double& value) { value = in.get_long_double(); }
};

template <>
struct codec<StringMember> {
  enum { octets_min = 4 };
  static void write(Output& out, const StringMember& value) { out.put_string(value.in()); }
  static void read(Input& in, StringMember& value) { value = in.get_string(); }
};

template <>
struct codec<WideStringMember> {
  enum { octets_min = 4 };
  static void write(Output& out, const WideStringMember& value) { out.put_wstring(value.in()); }
  static void read(Input& in, WideStringMember& value) { value = in.get_wstring(); }
};

template <class T>
struct codec<ObjectMember<T> > {
  enum { octets_min = detail::OctetsOfReference<T>::value };
  static void write(Output& out, const ObjectMember<T>& value) { out.put_object(value.in()); }
  static void read(Input& in, ObjectMember<T>& value) { value = in.get_object<T>(); }
};

namespace detail {

/// The consecutive values of a type of fixed layout that is not a number.
template <class T, class Layout>
struct fixed_block {
  static void write_all(Output& out, const T* values, std::size_t count) {
    if (count == 0 || write_at_once<Layout>(out, values, count)) return;
    for (std::size_t i = 0; i != count; ++i) codec<T>::write(out, values[i]);
  }
  static void read_all(Input& in, T* values, std::size_t count) {
    if (count == 0 || read_at_once<Layout>(in, values, count)) return;
    for (std::size_t i = 0; i != count; ++i) codec<T>::read(in, values[i]);
  }
};

/// Says whether a codec has a layout.
template <class Codec>
class IsFixed {
  template <class C>
  static std::true_type of(typename C::layout* layout);
  template <class C>
  static std::false_type of(...);

 public:
  typedef decltype(of<Codec>(nullptr)) type;
};

template <class T>
void write_each(Output& out, const T* values, std::size_t count, std::true_type /*fixed*/) {
  codec<T>::write_all(out, values, count);
}
template <class T>
void write_each(Output& out, const T* values, std::size_t count, std::false_type /*fixed*/) {
  for (std::size_t i = 0; i != count; ++i) codec<T>::write(out, values[i]);
}
template <class T>
void read_each(Input& in, T* values, std::size_t count, std::true_type /*fixed*/) {
  codec<T>::read_all(in, values, count);
}
template <class T>
void read_each(Input& in, T* values, std::size_t count, std::false_type /*fixed*/) {
  for (std::size_t i = 0; i != count; ++i) codec<T>::read(in, values[i]);
}

}  // namespace detail

/// Write and read the elements of an array of any dimension, by their first one.
template <class T>
void write_array(Output& out, const T* values, std::size_t count) {
  detail::write_each(out, values, count, typename detail::IsFixed<codec<T> >::type());
}
template <class T>
void read_array(Input& in, T* values, std::size_t count) {
  detail::read_each(in, values, count, typename detail::IsFixed<codec<T> >::type());
}

/// The codec of an enumeration: an unsigned long, refused if it exceeds the last enumerator. Base of generated code.
template <class E, CORBA::ULong Count>
struct enum_codec : detail::fixed_block<E, detail::EnumLayout<E, Count> > {
  typedef detail::EnumLayout<E, Count> layout;
  enum { octets_min = 4 };
  static void write(Output& out, E value) { out.put(static_cast<CORBA::ULong>(value)); }
  static void read(Input& in, E& value) { value = static_cast<E>(in.get_enum(Count)); }
};

/// The codec of a struct with only members of fixed layout, in their order. Base of generated code.
template <class S, class... Members>
struct fixed_struct_codec : detail::fixed_block<S, detail::StructLayout<Members...> > {
  typedef detail::StructLayout<Members...> layout;
  enum { octets_min = layout::octets };
  static void write(Output& out, const S& value) {
    if (!detail::write_at_once<layout>(out, &value, 1)) detail::Stepwise<Members...>::write(out, value);
  }
  static void read(Input& in, S& value) {
    if (!detail::read_at_once<layout>(in, &value, 1)) detail::Stepwise<Members...>::read(in, value);
  }
};

namespace detail {
template <class T, std::size_t N, class IsFixed>
struct array_codec {};
template <class T, std::size_t N>
struct array_codec<T, N, std::true_type> : fixed_block<T[N], ArrayLayout<T, N> > {
  typedef ArrayLayout<T, N> layout;
};
}  // namespace detail

template <class T, std::size_t N>
struct codec<T[N]> : detail::array_codec<T, N, typename detail::IsFixed<codec<T> >::type> {
  enum { octets_min = N * codec<T>::octets_min };
  static void write(Output& out, const T (&values)[N]) { write_array(out, values, N); }
  static void read(Input& in, T (&values)[N]) { read_array(in, values, N); }
};

}  // namespace classic
}  // namespace dimma
