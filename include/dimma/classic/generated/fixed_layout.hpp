#pragma once
/// Values whose size depends only on the position at which they begin: numbers, characters, booleans, enumerations,
/// arrays of them, and structs of only such values. Consecutive values are written or read with one check, at offsets
/// that are known when the program is compiled. Internal to dimma; fixed_values.hpp uses it.
///
/// The end of a struct, modulo its strictest alignment, does not depend on where it begins, since the last of its most
/// strictly aligned members is at an aligned offset. All elements of a sequence after the first therefore have the same
/// layout, and the same distance.

#include <dimma/classic/generated/input.hpp>

#include <cstddef>
#include <type_traits>

namespace dimma {
namespace classic {

template <class T>
struct codec;

/// A member of a struct, by its pointer: `member<decltype(&M::Point::x), &M::Point::x>`.
template <class Pointer, Pointer>
struct member;
template <class Struct, class Type, Type Struct::*Pointer>
struct member<Type Struct::*, Pointer> {
  typedef Type type;
  static Type& of(Struct& value) { return value.*Pointer; }
  static const Type& of(const Struct& value) { return value.*Pointer; }
};

namespace detail {

constexpr std::size_t rounded_up(std::size_t at, std::size_t alignment) {
  return (at + alignment - 1) & ~(alignment - 1);
}
constexpr std::size_t larger(std::size_t left, std::size_t right) { return left < right ? right : left; }

/// The known part of an offset: its remainder modulo `Modulus`, a power of two.
template <std::size_t Modulus, std::size_t Rest>
struct Offset {
  static constexpr std::size_t modulus = Modulus;
  static constexpr std::size_t rest = Rest;
};
typedef Offset<1, 0> UnknownOffset;

/// The known part of the offset after a value of this layout that begins at `At`.
template <class At, class Layout>
using After = typename std::conditional<(At::modulus < Layout::alignment),
                                        Offset<Layout::alignment, Layout::end(0) % Layout::alignment>,
                                        Offset<At::modulus, Layout::end(At::rest) % At::modulus> >::type;
/// The offset at which all elements after the first one begin.
template <class Layout>
using Inner = Offset<Layout::alignment, Layout::end(0) % Layout::alignment>;

/// Returns the distance between two elements.
template <class Layout>
constexpr std::size_t stride() {
  return Layout::end(Layout::end(0)) - Layout::end(0);
}
/// Returns the most octets of a value with the padding before it, for the offsets from `at` to 7.
template <class Layout>
constexpr std::size_t octets_max(std::size_t at = 0) {
  return at == 8 ? 0 : larger(Layout::end(at) - at, octets_max<Layout>(at + 1));
}

/// Returns the aligned offset, and stores zeros before it. If the offset is not known, they are a whole word, for which
/// the caller has made room.
template <class At, std::size_t Alignment>
std::size_t padded(unsigned char* base, std::size_t at) {
  if (At::modulus >= Alignment) {
    constexpr std::size_t padding = (Alignment - At::rest % Alignment) % Alignment;
    if (padding != 0) std::memset(base + at, 0, padding);
    return at + padding;
  }
  std::memset(base + at, 0, 8);
  return rounded_up(at, Alignment);
}
template <class At, std::size_t Alignment>
std::size_t aligned(std::size_t at) {
  return At::modulus >= Alignment ? at + (Alignment - At::rest % Alignment) % Alignment : rounded_up(at, Alignment);
}

// Each layout has, for the type `T` of the value in memory:
//   alignment                 the strictest alignment of its parts
//   octets                    the octets of its parts, without padding
//   has_chars                 whether it contains characters, which may need conversion
//   end(at)                   the end of a value that begins at this offset
//   store<At>(base, at, v)    stores a value; returns its end
//   load<Swap, At>(base, at, v, sound)   loads one; clears `sound` if the octets are not valid, and the value has then
//   no
//                             meaning

/// A number. `Stored` is what is stored for a T.
template <class T, class Stored>
struct LeafLayout {
  static constexpr std::size_t alignment = sizeof(Stored);
  static constexpr std::size_t octets = sizeof(Stored);
  static constexpr bool has_chars = std::is_same<T, char>::value;
  static constexpr std::size_t end(std::size_t at) { return rounded_up(at, sizeof(Stored)) + sizeof(Stored); }

  template <class At>
  static std::size_t store(unsigned char* base, std::size_t at, const T& value) {
    at = sizeof(Stored) == 1 ? at : padded<At, sizeof(Stored)>(base, at);
    const Stored stored = static_cast<Stored>(value);
    std::memcpy(base + at, &stored, sizeof stored);
    return at + sizeof stored;
  }
  template <bool Swap, class At>
  static std::size_t load(const unsigned char* base, std::size_t at, T& value, bool& /*sound*/) {
    at = aligned<At, sizeof(Stored)>(at);
    value = static_cast<T>(detail::load<Stored>(base + at, Swap));
    return at + sizeof(Stored);
  }
};

struct BooleanLayout : LeafLayout<bool, unsigned char> {
  template <bool Swap, class At>
  static std::size_t load(const unsigned char* base, std::size_t at, bool& value, bool& sound) {
    sound &= base[at] <= 1;
    value = base[at] != 0;
    return at + 1;
  }
};

template <class E, CORBA::ULong Count>
struct EnumLayout : LeafLayout<E, CORBA::ULong> {
  template <bool Swap, class At>
  static std::size_t load(const unsigned char* base, std::size_t at, E& value, bool& sound) {
    at = aligned<At, sizeof(CORBA::ULong)>(at);
    const CORBA::ULong number = detail::load<CORBA::ULong>(base + at, Swap);
    sound &= number < Count;
    value = static_cast<E>(number < Count ? number : 0);
    return at + sizeof number;
  }
};

template <class T, std::size_t N>
struct ArrayLayout {
  typedef typename codec<T>::layout Element;
  static constexpr std::size_t alignment = Element::alignment;
  static constexpr std::size_t octets = N * Element::octets;
  static constexpr bool has_chars = Element::has_chars;
  static constexpr std::size_t end(std::size_t at) { return Element::end(at) + (N - 1) * stride<Element>(); }

  template <class At>
  static std::size_t store(unsigned char* base, std::size_t at, const T (&values)[N]) {
    at = Element::template store<At>(base, at, values[0]);
    for (std::size_t i = 1; i < N; ++i) at = Element::template store<Inner<Element> >(base, at, values[i]);
    return at;
  }
  template <bool Swap, class At>
  static std::size_t load(const unsigned char* base, std::size_t at, T (&values)[N], bool& sound) {
    at = Element::template load<Swap, At>(base, at, values[0], sound);
    for (std::size_t i = 1; i < N; ++i) {
      at = Element::template load<Swap, Inner<Element> >(base, at, values[i], sound);
    }
    return at;
  }
};

template <class... Members>
struct StructLayout;
template <>
struct StructLayout<> {
  static constexpr std::size_t alignment = 1;
  static constexpr std::size_t octets = 0;
  static constexpr bool has_chars = false;
  static constexpr std::size_t end(std::size_t at) { return at; }
  template <class At, class Struct>
  static std::size_t store(unsigned char* /*base*/, std::size_t at, const Struct& /*value*/) {
    return at;
  }
  template <bool Swap, class At, class Struct>
  static std::size_t load(const unsigned char* /*base*/, std::size_t at, Struct& /*value*/, bool& /*sound*/) {
    return at;
  }
};
template <class Member, class... Others>
struct StructLayout<Member, Others...> {
  typedef typename codec<typename Member::type>::layout First;
  typedef StructLayout<Others...> Rest;
  static constexpr std::size_t alignment = larger(First::alignment, Rest::alignment);
  static constexpr std::size_t octets = First::octets + Rest::octets;
  static constexpr bool has_chars = First::has_chars || Rest::has_chars;
  static constexpr std::size_t end(std::size_t at) { return Rest::end(First::end(at)); }

  template <class At, class Struct>
  static std::size_t store(unsigned char* base, std::size_t at, const Struct& value) {
    at = First::template store<At>(base, at, Member::of(value));
    return Rest::template store<After<At, First> >(base, at, value);
  }
  template <bool Swap, class At, class Struct>
  static std::size_t load(const unsigned char* base, std::size_t at, Struct& value, bool& sound) {
    at = First::template load<Swap, At>(base, at, Member::of(value), sound);
    return Rest::template load<Swap, After<At, First> >(base, at, value, sound);
  }
};

}  // namespace detail
}  // namespace classic
}  // namespace dimma
