#pragma once
/// The codecs of sequences. For codec.hpp; internal to dimma.

#include <dimma/classic/generated/basic_codec.hpp>

namespace dimma {
namespace classic {

template <class T>
struct ValueElements;
template <class C>
struct StringElements;
template <class T>
struct ObjectElements;
template <class Traits>
struct ArrayElements;

namespace detail {

/// Writes and reads the elements of a sequence, which are kept as `Elements` says. A long message may be divided
/// between two elements.
template <class Elements>
struct elements_codec;

/// Elements that have a codec.
template <class T>
struct values_codec {
  typedef typename IsFixed<codec<T> >::type is_fixed;
  enum { octets_min = codec<T>::octets_min };

  static void write(Output& out, const T* values, CORBA::ULong count) { write(out, values, count, is_fixed()); }
  static void read(Input& in, T* values, CORBA::ULong count) { read(in, values, count, is_fixed()); }

 private:
  static void write(Output& out, const T* values, std::size_t count, std::true_type /*fixed*/) {
    constexpr std::size_t written_once = larger(1, (std::size_t(64) << 10) / stride<typename codec<T>::layout>());
    // Numbers are one block, which may be sent from where it is.
    if (!std::is_arithmetic<T>::value && out.drains()) {
      for (; count > written_once; count -= written_once, values += written_once) {
        out.drain_if_full();
        codec<T>::write_all(out, values, written_once);
      }
    }
    codec<T>::write_all(out, values, count);
  }
  static void write(Output& out, const T* values, std::size_t count, std::false_type /*fixed*/) {
    for (std::size_t i = 0; i != count; ++i) {
      out.drain_if_full();
      codec<T>::write(out, values[i]);
    }
  }
  static void read(Input& in, T* values, CORBA::ULong count, std::true_type /*fixed*/) {
    codec<T>::read_all(in, values, count);
  }
  static void read(Input& in, T* values, CORBA::ULong count, std::false_type /*fixed*/) {
    Input::Elements elements(in, count, octets_min);
    for (CORBA::ULong i = 0; i != count; ++i) {
      elements.next();
      codec<T>::read(in, values[i]);
    }
  }
};

template <class T>
struct elements_codec<ValueElements<T> > : values_codec<T> {};
template <class Traits>
struct elements_codec<ArrayElements<Traits> > : values_codec<typename Traits::array> {};

template <>
struct elements_codec<StringElements<char> > {
  enum { octets_min = 4 };
  static void write(Output& out, const char* const* values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) {
      out.drain_if_full();
      out.put_string(values[i]);
    }
  }
  static void read(Input& in, char** values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) BasicStringElement<char>(values[i], true) = in.get_string();
  }
};

template <>
struct elements_codec<StringElements<wchar_t> > {
  enum { octets_min = 4 };
  static void write(Output& out, const wchar_t* const* values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) {
      out.drain_if_full();
      out.put_wstring(values[i]);
    }
  }
  static void read(Input& in, wchar_t** values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) BasicStringElement<wchar_t>(values[i], true) = in.get_wstring();
  }
};

template <class T>
struct elements_codec<ObjectElements<T> > {
  enum { octets_min = codec<ObjectMember<T> >::octets_min };
  static void write(Output& out, T* const* values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) {
      out.drain_if_full();
      out.put_object(values[i]);
    }
  }
  static void read(Input& in, T** values, CORBA::ULong count) {
    for (CORBA::ULong i = 0; i != count; ++i) ObjectElements<T>::element(values[i], true) = in.get_object<T>();
  }
};

}  // namespace detail

/// The codec of a sequence S, also of a class derived from one. If reading throws, the sequence is valid, and its
/// elements have no meaning.
template <class S>
struct sequence_codec {
  enum { octets_min = 4 };
  static void write(Output& out, const S& value) {
    typedef detail::elements_codec<typename S::elements> elements;
    out.put_length(value.length(), S::_bound);
    elements::write(out, value.get_buffer(), value.length());
  }
  static void read(Input& in, S& value) {
    typedef detail::elements_codec<typename S::elements> elements;
    const CORBA::ULong length = in.get_length(elements::octets_min, S::_bound);
    elements::read(in, value._resize_to_read(length), length);
  }
};

template <class T>
class UnboundedSequence;
template <class T, CORBA::ULong Max>
class BoundedSequence;
class UnboundedStringSequence;
template <CORBA::ULong Max>
class BoundedStringSequence;
class UnboundedWideStringSequence;
template <CORBA::ULong Max>
class BoundedWideStringSequence;
template <class T>
class UnboundedObjectSequence;
template <class T, CORBA::ULong Max>
class BoundedObjectSequence;
template <class Traits>
class UnboundedArraySequence;
template <class Traits, CORBA::ULong Max>
class BoundedArraySequence;

template <class T>
struct codec<UnboundedSequence<T> > : sequence_codec<UnboundedSequence<T> > {};
template <class T, CORBA::ULong Max>
struct codec<BoundedSequence<T, Max> > : sequence_codec<BoundedSequence<T, Max> > {};
template <>
struct codec<UnboundedStringSequence> : sequence_codec<UnboundedStringSequence> {};
template <CORBA::ULong Max>
struct codec<BoundedStringSequence<Max> > : sequence_codec<BoundedStringSequence<Max> > {};
template <>
struct codec<UnboundedWideStringSequence> : sequence_codec<UnboundedWideStringSequence> {};
template <CORBA::ULong Max>
struct codec<BoundedWideStringSequence<Max> > : sequence_codec<BoundedWideStringSequence<Max> > {};
template <class T>
struct codec<UnboundedObjectSequence<T> > : sequence_codec<UnboundedObjectSequence<T> > {};
template <class T, CORBA::ULong Max>
struct codec<BoundedObjectSequence<T, Max> > : sequence_codec<BoundedObjectSequence<T, Max> > {};
template <class Traits>
struct codec<UnboundedArraySequence<Traits> > : sequence_codec<UnboundedArraySequence<Traits> > {};
template <class Traits, CORBA::ULong Max>
struct codec<BoundedArraySequence<Traits, Max> > : sequence_codec<BoundedArraySequence<Traits, Max> > {};

}  // namespace classic
}  // namespace dimma
