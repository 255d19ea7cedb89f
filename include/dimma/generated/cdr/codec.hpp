#pragma once
/// dimma::cdr::codec: encodes values of a mapped type in CDR, and decodes them (CORBA 3.3 part 2, 9.3).
///
/// codec<T> is selected by type, at compile time. It is specialised here for the basic and template types of the
/// mapping, and by generated code, right after a type's definition, for enumerations, structs, exceptions and
/// interfaces. A specialisation has
///   static constexpr std::size_t octets_min;              the minimum size of a value in octets, without padding
///   static void write(Encoder&, const T&);
///   static void read(Decoder&, T&);                       throws CORBA::MARSHAL; leaves the value valid

#include <dimma/generated/bounded.hpp>
#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/generated/cdr/extent.hpp>
#include <dimma/generated/cdr/fixed_layout.hpp>

#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace dimma::cdr {

namespace detail {
// Writes a value through an untyped pointer.
template <class T>
void write_value(void* value, Encoder& out) {
  codec<T>::write(out, *static_cast<const T*>(value));
}
template <class T>
void read_value(void* value, Decoder& in) {
  codec<T>::read(in, *static_cast<T*>(value));
}
}  // namespace detail

// Inlined in unoptimised builds too, since there is an instance for every type.
template <class T>
[[gnu::always_inline]] inline void write(Encoder& out, const T& value) {
  codec<T>::write(out, value);
}
template <class T>
[[gnu::always_inline]] inline void read(Decoder& in, T& value) {
  codec<T>::read(in, value);
}
template <class T>
[[gnu::always_inline]] inline T read(Decoder& in) {
  T value = T();  // not T{}: clang 14 crashes on arrays of arrays of strings
  codec<T>::read(in, value);
  return value;
}

inline void check_chars(const Decoder& in, const char* characters, std::size_t count) {
  if (in.text_form().narrow != NarrowForm::latin1) [[unlikely]]
    in.check_chars(characters, count);
}

template <Primitive T>
struct codec<T> {
  static constexpr std::size_t octets_min = sizeof(T);
  static void write(Encoder& out, T value) { out.put(value); }
  static void read(Decoder& in, T& value) { value = in.get<T>(); }
};

template <>
struct codec<bool> {
  static constexpr std::size_t octets_min = 1;
  static void write(Encoder& out, bool value) { out.put(value); }
  static void read(Decoder& in, bool& value) { value = in.get_boolean(); }
};

/// The codec of an enumeration: an unsigned long, refused if it exceeds the last enumerator. Base of generated code.
template <class E, std::uint32_t Count>
struct enum_codec {
  static constexpr std::size_t octets_min = 4;
  static constexpr std::uint32_t enumerator_count = Count;
  [[gnu::always_inline]] static void write(Encoder& out, E value) { out.put(static_cast<std::uint32_t>(value)); }
  static void read(Decoder& in, E& value) {
    const auto number = in.get<std::uint32_t>();
    if (number >= Count) [[unlikely]]
      in.malformed("an enumerator out of range");
    value = static_cast<E>(number);
  }
};

/// The codec of a struct with only members of fixed layout: see fixed_layout.hpp. Generated code derives from it, and
/// adds
///   static constexpr std::size_t octets_min;
///   using fixed_members = member_types<...>;
///   template <class Value, class Visitor> static void visit(Value&, Visitor);   visitor(each member...)
template <class T>
struct fixed_struct_codec {
  static void write(Encoder& out, const T& value) { write_run(out, value); }
  static void read(Decoder& in, T& value) { read_run(in, value); }
};

template <>
struct codec<char> {
  static constexpr std::size_t octets_min = 1;
  static void write(Encoder& out, char value) { out.put_chars(&value, 1); }
  static void read(Decoder& in, char& value) { value = in.get_char(); }
};

template <>
struct codec<wchar_t> {
  static constexpr std::size_t octets_min = 2;
  static void write(Encoder& out, wchar_t value) { out.put_wchar(value); }
  static void read(Decoder& in, wchar_t& value) { value = in.get_wchar(); }
};

template <>
struct codec<long double> {
  static constexpr std::size_t octets_min = 16;
  static void write(Encoder& out, long double value) { out.put_long_double(value); }
  static void read(Decoder& in, long double& value) { value = in.get_long_double(); }
};

template <>
struct codec<std::wstring> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const std::wstring& value) { out.put_wstring(value); }
  static void read(Decoder& in, std::wstring& value) { in.get_wstring(value); }
};

template <>
struct codec<std::string> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const std::string& value) { out.put_lasting_string(value); }
  static void read(Decoder& in, std::string& value) { in.get_string(value); }
  static const std::string* write_batch(Encoder& out, const std::string* first, const std::string* last);
  static std::size_t read_batch(Decoder& in, std::vector<std::string>& values, std::size_t done, std::size_t length);
};

/// Describes a union to batches.hpp: the union_value with the branches, and the number of the branch that a label
/// selects, counted from 1; 0 if it selects none.
template <auto BranchOf, class Label, class Held>
struct union_types {};
/// Types of which several elements may be encoded or decoded with one check, by write_batch and read_batch of codec<T>,
/// which call batches.hpp.
template <class T>
concept GoesInBatches = requires {
  &codec<T>::read_batch;
};

namespace detail {
/// Prefetches the memory of a later element of a long sequence while earlier values are read. At the end of the
/// sequence the prefetch is useless but harmless.
template <class T>
[[gnu::always_inline]] inline void fetch_one_made_later(const T* element) noexcept {
  constexpr std::uintptr_t ahead = 64 * sizeof(T);
  __builtin_prefetch(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(element) + ahead), 1);
}
}  // namespace detail

/// The codec of a sequence. Primitives are copied as a block; elements of fixed layout are encoded or decoded with one
/// check for all, and other elements in batches or one by one.
template <class T>
struct codec<std::vector<T>> {
  static constexpr std::size_t octets_min = 4;

  static void write(Encoder& out, const std::vector<T>& value) {
    out.put_length(value.size());
    if constexpr (std::is_same_v<T, char>) {
      out.put_chars(value.data(), value.size());
    } else if constexpr (Primitive<T>) {
      out.put_lasting_block(value.data(), value.size());
    } else if constexpr (std::is_same_v<T, bool>) {
      std::byte* at = out.append(value.size());
      for (const bool element : value) *at++ = static_cast<std::byte>(element);
    } else if constexpr (detail::Fixed<T>) {
      write_elements(out, value.data(), value.size());
    } else {
      if (count_elements(out, value)) [[unlikely]]
        return;
      write_one_by_one(out, value.data(), value.data() + value.size());
    }
  }

  static void read(Decoder& in, std::vector<T>& value) {
    // Evaluated here, where T is complete, so that a recursive T may use the class while T is still incomplete.
    constexpr std::size_t element_octets_min = codec<T>::octets_min;
    const std::uint32_t length = in.get_length(element_octets_min);
    if constexpr (Primitive<T>) {
      in.assign_block<T>(value, length);
      if constexpr (std::is_same_v<T, char>) check_chars(in, value.data(), length);
    } else if constexpr (std::is_same_v<T, bool>) {
      value.resize(length);
      for (std::uint32_t i = 0; i < length; ++i) value[i] = in.get_boolean();
    } else if constexpr (detail::Fixed<T>) {
      read_elements<T>(in, value, length);
    } else {
      read_one_by_one(in, value, length, element_octets_min);
    }
  }

 private:
  // Elements are constructed this many at a time, so that they are still in the cache when their values are read.
  static constexpr std::size_t one_by_one = 64;
  // After a row shorter than this, this many elements are encoded or decoded one by one before the next row is tried.
  static constexpr std::size_t batch_worth_while = 8;

  static void write_one_by_one(Encoder& out, const T* element, const T* end) {
    while (element != end) {
      std::size_t alone = static_cast<std::size_t>(end - element);
      if constexpr (GoesInBatches<T>) {
        out.drain_if_full();
        const T* const row = std::exchange(element, codec<T>::write_batch(out, element, end));
        alone = alone_behind_batch(static_cast<std::size_t>(element - row), static_cast<std::size_t>(end - element));
      }
      for (const T* const last = element + alone; element != last; ++element) {
        out.drain_if_full();
        codec<T>::write(out, *element);
      }
    }
  }

  // Overwrites existing elements, which keep their allocated memory.
  static void read_one_by_one(Decoder& in, std::vector<T>& value, std::uint32_t length,
                              std::size_t element_octets_min) {
    Decoder::Elements elements(in, length, element_octets_min);
    if (length > value.capacity()) {
      value.clear();
      reserve_to_fill(value, length);
    }
    while (value.size() > length) value.pop_back();
    for (std::size_t done = 0; done != length;) {
      std::size_t alone = detail::smaller(length - done, one_by_one);
      if constexpr (GoesInBatches<T>) {
        const std::size_t row = std::exchange(done, codec<T>::read_batch(in, value, done, length));
        alone = alone_behind_batch(done - row, length - done);
        elements.next(done - row);
      }
      const std::size_t end = done + alone;
      if (value.size() < end) value.resize(end);
      const T* const last = value.data() + end;
      for (T* element = value.data() + done; element != last; ++element) {
        elements.next();
        detail::fetch_one_made_later(element);
        codec<T>::read(in, *element);
      }
      done = end;
    }
  }

  static std::size_t alone_behind_batch(std::size_t in_batch, std::size_t left) noexcept {
    return detail::smaller(left, in_batch < batch_worth_while ? one_by_one : 1);
  }
};

template <class T, std::size_t N>
struct codec<std::array<T, N>> {
  static constexpr std::size_t octets_min = N * codec<T>::octets_min;

  static void write(Encoder& out, const std::array<T, N>& value) {
    if constexpr (std::is_same_v<T, char>) {
      out.put_chars(value.data(), N);
    } else if constexpr (Primitive<T>) {
      out.put_block(value.data(), N);
    } else if constexpr (detail::Fixed<T>) {
      write_elements(out, value.data(), N);
    } else {
      for (const auto& element : value) codec<T>::write(out, element);
    }
  }
  static void read(Decoder& in, std::array<T, N>& value) {
    if constexpr (Primitive<T>) {
      in.get_block(value.data(), N);
      if constexpr (std::is_same_v<T, char>) check_chars(in, value.data(), N);
    } else if constexpr (detail::Fixed<T>) {
      if (read_at_once(in, value)) [[likely]]
        return;
      for (auto& element : value) read_stepwise(in, element);
    } else {
      for (auto& element : value) codec<T>::read(in, element);
    }
  }
};

/// The codecs of bounded strings and sequences. They check the bound, which assignment does not: CORBA::BAD_PARAM is
/// thrown if a value that is too long is sent, CORBA::MARSHAL if one is received.
template <std::uint32_t Bound>
struct codec<IDL::bounded_string<Bound>> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const IDL::bounded_string<Bound>& value) {
    if (value.size() > Bound) [[unlikely]]
      bound_exceeded(value.size(), Bound);
    out.put_string(value);
  }
  static void read(Decoder& in, IDL::bounded_string<Bound>& value) {
    in.get_string(value);
    if (value.size() > Bound) [[unlikely]]
      in.malformed("a string longer than its bound");
  }
};

template <std::uint32_t Bound>
struct codec<IDL::bounded_wstring<Bound>> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const IDL::bounded_wstring<Bound>& value) {
    if (value.size() > Bound) [[unlikely]]
      bound_exceeded(value.size(), Bound);
    out.put_wstring(value);
  }
  static void read(Decoder& in, IDL::bounded_wstring<Bound>& value) {
    in.get_wstring(value);
    if (value.size() > Bound) [[unlikely]]
      in.malformed("a wstring longer than its bound");
  }
};

template <class T, std::uint32_t Bound>
struct codec<IDL::bounded_vector<T, Bound>> {
  static constexpr std::size_t octets_min = 4;
  static void write(Encoder& out, const IDL::bounded_vector<T, Bound>& value) {
    if (value.size() > Bound) [[unlikely]]
      bound_exceeded(value.size(), Bound);
    codec<std::vector<T>>::write(out, value);
  }
  static void read(Decoder& in, IDL::bounded_vector<T, Bound>& value) {
    Decoder ahead = in;
    if (ahead.get<std::uint32_t>() > Bound) [[unlikely]]
      in.malformed("a sequence longer than its bound");
    codec<std::vector<T>>::read(in, value);
  }
};

// These codecs are compiled once, in the library.
// clang-format off
#define DIMMA_FOR_EACH_COMMON_ELEMENT(DO)                                                                    \
  DO(char) DO(std::uint8_t) DO(std::int16_t) DO(std::uint16_t) DO(std::int32_t) DO(std::uint32_t) DO(std::int64_t) \
  DO(std::uint64_t) DO(float) DO(double) DO(std::string)
// clang-format on
#define DIMMA_SEQUENCE_CODEC(TYPE)                                           \
  extern template struct codec<std::vector<TYPE>>;                           \
  extern template void detail::write_value<TYPE>(void* value, Encoder& out); \
  extern template void detail::read_value<TYPE>(void* value, Decoder& in);
DIMMA_FOR_EACH_COMMON_ELEMENT(DIMMA_SEQUENCE_CODEC)
#undef DIMMA_SEQUENCE_CODEC

}  // namespace dimma::cdr
