#pragma once
/// Values whose size depends only on the position at which they begin: numbers, characters, booleans, enumerations,
/// arrays of them, and structs of only such values. Consecutive values are encoded or decoded with one bounds check, at
/// offsets known at compile time. For codec.hpp and generated code.
///
/// This works because the end of a struct, modulo its strictest alignment, does not depend on where it begins: the last
/// of its most strictly aligned members is at an aligned offset. All elements of a sequence after the first therefore
/// have the same layout and stride.

#include <dimma/generated/cdr/decoder.hpp>
#include <dimma/generated/cdr/encoder.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

namespace dimma::cdr {

template <class T>
struct codec;

/// The types of the members of a struct of fixed layout; its base, if any, comes first.
template <class... Members>
struct member_types {};

/// Returns a struct as one of its bases, with the same constness. For generated code.
template <class Base, class Struct>
auto& as_base(Struct& value) noexcept {
  return static_cast<std::conditional_t<std::is_const_v<Struct>, const Base, Base>&>(value);
}

namespace detail {

template <class T>
concept CountedEnum = std::is_enum_v<T> && requires {
  codec<T>::enumerator_count;
};
template <class T>
concept FixedStruct = std::is_class_v<T> && requires {
  typename codec<T>::fixed_members;
};

// Compile-time properties of a type:
//   alignment      the strictest alignment of its parts
//   end(at)        the end of a value that begins at this offset
//   plain          only numbers and octets, so that any octets are valid
//   has_chars      contains characters, which may need conversion
//   leaf_octets    the octets of all its numbers, without padding
template <class T>
struct layout {
  static constexpr bool fixed = false;
};

template <std::size_t Octets>
struct leaf_layout {
  static constexpr bool fixed = true;
  static constexpr std::size_t alignment = Octets;
  static constexpr std::size_t leaf_octets = Octets;
  static constexpr std::size_t end(std::size_t at) noexcept { return rounded_up(at, Octets) + Octets; }
};
template <Primitive T>
struct layout<T> : leaf_layout<sizeof(T)> {
  static constexpr bool plain = true;
  static constexpr bool has_chars = std::is_same_v<T, char>;
};
template <>
struct layout<bool> : leaf_layout<1> {
  static constexpr bool plain = false;
  static constexpr bool has_chars = false;
};
template <CountedEnum T>
struct layout<T> : leaf_layout<4> {
  static constexpr bool plain = false;
  static constexpr bool has_chars = false;
};

template <class T, std::size_t N>
requires(layout<T>::fixed) struct layout<std::array<T, N>> {
  static constexpr bool fixed = true;
  static constexpr bool plain = layout<T>::plain;
  static constexpr bool has_chars = layout<T>::has_chars;
  static constexpr std::size_t alignment = layout<T>::alignment;
  static constexpr std::size_t leaf_octets = N * layout<T>::leaf_octets;
  static constexpr std::size_t end(std::size_t at) noexcept {
    const std::size_t second = layout<T>::end(at);
    return second + (N - 1) * (layout<T>::end(second) - second);
  }
};

template <class Members>
struct members_layout;
template <class... Members>
struct members_layout<member_types<Members...>> {
  static constexpr bool fixed = true;
  static constexpr bool plain = (layout<Members>::plain && ...);
  static constexpr bool has_chars = (layout<Members>::has_chars || ...);
  static constexpr std::size_t alignment = largest(1, layout<Members>::alignment...);
  static constexpr std::size_t leaf_octets = (std::size_t{0} + ... + layout<Members>::leaf_octets);
  static constexpr std::size_t end(std::size_t at) noexcept {
    ((at = layout<Members>::end(at)), ...);
    return at;
  }
};
template <FixedStruct T>
struct layout<T> : members_layout<typename codec<T>::fixed_members> {};

template <class T>
concept Fixed = layout<T>::fixed;

// Returns the maximum size in octets, including padding before the value, for any offset.
template <class Layout>
constexpr std::size_t octets_max() noexcept {
  std::size_t most = 0;
  for (std::size_t at = 0; at < 8; ++at) most = larger(most, Layout::end(at) - at);
  return most;
}

// The known part of an offset: its remainder modulo `modulus`, a power of two.
template <std::size_t Modulus, std::size_t Rest>
struct Offset {
  static constexpr std::size_t modulus = Modulus;
  static constexpr std::size_t rest = Rest;
  template <class Layout>
  using after =
      std::conditional_t<(Modulus < Layout::alignment), Offset<Layout::alignment, Layout::end(0) % Layout::alignment>,
                         Offset<Modulus, Layout::end(Rest) % Modulus>>;
};
using UnknownOffset = Offset<1, 0>;

// The offset at which all elements of a sequence after the first begin. The stride is the distance between them.
template <class T>
using InnerOffset = typename UnknownOffset::after<layout<T>>;
template <class T>
constexpr std::size_t stride = layout<T>::end(InnerOffset<T>::rest) - InnerOffset<T>::rest;

// True if an element at an aligned offset has the same octets in memory and in CDR.
template <class T>
constexpr bool as_in_memory =
    layout<T>::plain&& std::is_trivially_copyable_v<T>&& std::is_standard_layout_v<T>&& InnerOffset<T>::rest == 0 &&
    layout<T>::leaf_octets == sizeof(T) && stride<T> == sizeof(T);

// Returns the first offset from `at` on that has the alignment.
template <class At, std::size_t Alignment>
constexpr std::size_t aligned(std::size_t at) noexcept {
  if constexpr (At::modulus >= Alignment) {
    return at + (Alignment - At::rest % Alignment) % Alignment;
  } else {
    return rounded_up(at, Alignment);
  }
}

// In the following functions a value is at `base + at`. Alignment counts from `base`, or from any other origin if the
// compile-time offset `At` determines the padding.
template <bool Swap, class At, class T>
std::size_t store(std::byte* base, std::size_t at, const T& value) noexcept;
template <bool Swap, class At, class T>
std::size_t load(const std::byte* base, std::size_t at, T& value, bool& sound) noexcept;

template <bool Swap, class At>
std::size_t store_each(std::byte*, std::size_t at) noexcept {
  return at;
}
template <bool Swap, class At, class First, class... Rest>
std::size_t store_each(std::byte* base, std::size_t at, const First& first, const Rest&... rest) noexcept {
  at = store<Swap, At>(base, at, first);
  return store_each<Swap, typename At::template after<layout<First>>>(base, at, rest...);
}
template <bool Swap, class At>
std::size_t load_each(const std::byte*, std::size_t at, bool&) noexcept {
  return at;
}
template <bool Swap, class At, class First, class... Rest>
std::size_t load_each(const std::byte* base, std::size_t at, bool& sound, First& first, Rest&... rest) noexcept {
  at = load<Swap, At>(base, at, first, sound);
  return load_each<Swap, typename At::template after<layout<First>>>(base, at, sound, rest...);
}

template <bool Swap, class At, class T>
std::size_t store_leaf(std::byte* base, std::size_t at, T value) noexcept {
  if constexpr (sizeof(T) > 1) {
    const std::size_t begin = aligned<At, sizeof(T)>(at);
    // The padding is not known at compile time: the buffer has slack for a whole word.
    if constexpr (At::modulus < sizeof(T)) {
      std::memset(base + at, 0, Buffer::slack);
    } else {
      std::memset(base + at, 0, begin - at);
    }
    at = begin;
  }
  if constexpr (Swap) value = reversed(value);
  std::memcpy(base + at, &value, sizeof value);
  return at + sizeof value;
}
template <bool Swap, class At, class T>
std::size_t load_leaf(const std::byte* base, std::size_t at, T& value) noexcept {
  at = aligned<At, sizeof(T)>(at);
  value = detail::load<T>(base + at, Swap);
  return at + sizeof value;
}

// Stores elements that all begin at an inner offset.
template <bool Swap, class T>
std::size_t store_inner(std::byte* base, std::size_t at, const T* first, const T* last) noexcept {
  if constexpr (!Swap && as_in_memory<T>) {
    const std::size_t octets = static_cast<std::size_t>(last - first) * sizeof(T);
    if (octets != 0) std::memcpy(base + at, static_cast<const void*>(first), octets);
    return at + octets;
  } else {
    for (; first != last; ++first) at = store<Swap, InnerOffset<T>>(base, at, *first);
    return at;
  }
}
template <bool Swap, class T>
std::size_t load_inner(const std::byte* base, std::size_t at, T* first, T* last, bool& sound) noexcept {
  if constexpr (!Swap && as_in_memory<T>) {
    const std::size_t octets = static_cast<std::size_t>(last - first) * sizeof(T);
    if (octets != 0) std::memcpy(static_cast<void*>(first), base + at, octets);
    return at + octets;
  } else {
    for (; first != last; ++first) at = load<Swap, InnerOffset<T>>(base, at, *first, sound);
    return at;
  }
}

template <bool Swap, class At, class T, std::size_t N>
std::size_t store_array(std::byte* base, std::size_t at, const std::array<T, N>& value) noexcept {
  at = store<Swap, At>(base, at, value[0]);
  return store_inner<Swap>(base, at, value.data() + 1, value.data() + N);
}
template <bool Swap, class At, class T, std::size_t N>
std::size_t load_array(const std::byte* base, std::size_t at, std::array<T, N>& value, bool& sound) noexcept {
  at = load<Swap, At>(base, at, value[0], sound);
  return load_inner<Swap>(base, at, value.data() + 1, value.data() + N, sound);
}

template <class T>
constexpr bool is_array = false;
template <class T, std::size_t N>
constexpr bool is_array<std::array<T, N>> = true;

// Stores a value into memory with sufficient room, and returns its end.
template <bool Swap, class At, class T>
std::size_t store(std::byte* base, std::size_t at, const T& value) noexcept {
  if constexpr (Primitive<T>) {
    return store_leaf<Swap, At>(base, at, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return store_leaf<Swap, At>(base, at, static_cast<std::uint8_t>(value ? 1 : 0));
  } else if constexpr (std::is_enum_v<T>) {
    return store_leaf<Swap, At>(base, at, static_cast<std::uint32_t>(value));
  } else if constexpr (is_array<T>) {
    return store_array<Swap, At>(base, at, value);
  } else {
    codec<T>::visit(value, [&](const auto&... members) { at = store_each<Swap, At>(base, at, members...); });
    return at;
  }
}

// Loads a value that has arrived completely, and returns its end. Clears `sound` if the octets are invalid for the
// type; the value is valid nevertheless.
template <bool Swap, class At, class T>
std::size_t load(const std::byte* base, std::size_t at, T& value, bool& sound) noexcept {
  if constexpr (Primitive<T>) {
    return load_leaf<Swap, At>(base, at, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    const auto octet = static_cast<std::uint8_t>(base[at]);
    sound &= octet <= 1;
    value = octet == 1;
    return at + 1;
  } else if constexpr (std::is_enum_v<T>) {
    std::uint32_t number = 0;
    at = load_leaf<Swap, At>(base, at, number);
    const bool known = number < codec<T>::enumerator_count;
    sound &= known;
    value = static_cast<T>(known ? number : 0);
    return at;
  } else if constexpr (is_array<T>) {
    return load_array<Swap, At>(base, at, value, sound);
  } else {
    codec<T>::visit(value, [&](auto&... members) { at = load_each<Swap, At>(base, at, sound, members...); });
    return at;
  }
}

}  // namespace detail

/// Write or read members of fixed layout one by one, each with its own checks, if one check for all is not possible.
/// Separate functions, so that the fast path is short.
template <class T>
[[gnu::noinline]] void write_stepwise(Encoder& out, const T& value) {
  if constexpr (detail::FixedStruct<T>) {
    codec<T>::visit(value, [&](const auto&... members) { (write_stepwise(out, members), ...); });
  } else {
    codec<T>::write(out, value);
  }
}
template <class T>
[[gnu::noinline]] void read_stepwise(Decoder& in, T& value) {
  if constexpr (detail::FixedStruct<T>) {
    codec<T>::visit(value, [&](auto&... members) { (read_stepwise(in, members), ...); });
  } else {
    codec<T>::read(in, value);
  }
}

namespace detail {
template <class... Ts>
[[gnu::noinline, gnu::cold]] void write_each_stepwise(Encoder& out, const Ts&... values) {
  (write_stepwise(out, values), ...);
}
template <class... Ts>
[[gnu::noinline, gnu::cold]] void read_each_stepwise(Decoder& in, Ts&... values) {
  (read_stepwise(in, values), ...);
}
}  // namespace detail

/// Writes consecutive members of fixed layout with one bounds check.
template <class... Ts>
void write_run(Encoder& out, const Ts&... values) {
  using Layout = detail::members_layout<member_types<Ts...>>;
  if (!out.keeps_octets(Layout::has_chars) || out.room() < detail::octets_max<Layout>()) [[unlikely]]
    return detail::write_each_stepwise(out, values...);
  out.filled_to(detail::store_each<false, detail::UnknownOffset>(out.base(), out.at(), values...));
}
/// Reads consecutive members of fixed layout with one bounds check. Returns false, and reads nothing, if there are too
/// few octets, a value is invalid, or the byte order differs.
template <class... Ts>
bool read_at_once(Decoder& in, Ts&... values) {
  using Layout = detail::members_layout<member_types<Ts...>>;
  if (!in.keeps_octets(Layout::has_chars) || in.remaining() < detail::octets_max<Layout>()) [[unlikely]]
    return false;
  bool sound = true;
  const std::size_t end = detail::load_each<false, detail::UnknownOffset>(in.base(), in.at(), sound, values...);
  if (!sound) [[unlikely]]
    return false;
  in.taken_to(end);
  return true;
}
template <class... Ts>
void read_run(Decoder& in, Ts&... values) {
  if (!read_at_once(in, values...)) [[unlikely]]
    detail::read_each_stepwise(in, values...);  // reports the fault and its offset
}

/// Writes consecutive members of fixed layout, followed by a string, with one bounds check.
template <class... Ts>
void write_run_and_string(Encoder& out, const std::string& text, const Ts&... values) {
  using Layout = detail::members_layout<member_types<Ts...>>;
  constexpr std::size_t most = detail::octets_max<Layout>() + Encoder::short_string_octets_max;
  if (!out.keeps_octets(true) || out.room() < most) [[unlikely]]
    return detail::write_each_stepwise(out, values..., text);
  using Behind = typename detail::UnknownOffset::after<Layout>;
  const std::size_t at = detail::store_each<false, detail::UnknownOffset>(out.base(), out.at(), values...);
  out.put_string_behind(at, detail::aligned<Behind, sizeof(std::uint32_t)>(at), text);
}
template <class... Ts>
void read_run_and_string(Decoder& in, std::string& text, Ts&... values) {
  using Layout = detail::members_layout<member_types<Ts...>>;
  constexpr std::size_t most = detail::octets_max<Layout>() + Decoder::short_string_octets_max;
  if (!in.keeps_octets(true) || in.remaining() < most) [[unlikely]]
    return detail::read_each_stepwise(in, values..., text);
  bool sound = true;
  const std::size_t at = detail::load_each<false, detail::UnknownOffset>(in.base(), in.at(), sound, values...);
  if (!sound) [[unlikely]]
    return detail::read_each_stepwise(in, values..., text);
  using Behind = typename detail::UnknownOffset::after<Layout>;
  in.get_string_behind(at, detail::aligned<Behind, sizeof(std::uint32_t)>(at), text);
}

namespace detail {

// Loads a valid element of a sequence at an inner offset.
template <class T, bool Swap>
struct TakeInner {
  static constexpr std::size_t stride = detail::stride<T>;
  static T take(const std::byte* at) noexcept {
    T value = T();
    bool sound = true;
    load<Swap, InnerOffset<T>>(at, 0, value, sound);
    return value;
  }
};

// Number of elements that are checked before they are loaded, few enough that they are still in the cache.
constexpr std::size_t looked_at_once = 256;

template <bool Swap, class T>
bool are_sound(const std::byte* at, std::size_t count) noexcept {
  bool sound = true;
  for (std::size_t offset = 0; count != 0; --count) {
    T value = T();
    offset = load<Swap, InnerOffset<T>>(at, offset, value, sound);
  }
  return sound;
}

// Appends elements at inner offsets to a container with room for them. Returns false if one of them is invalid.
template <bool Swap, class T, class Vector>
bool append_inner(Vector& values, const std::byte* at, std::size_t count) {
  using Elements = Taking<T, TakeInner<T, Swap>>;
  if constexpr (!layout<T>::plain) {
    while (count != 0) {
      const std::size_t some = detail::smaller(count, looked_at_once);
      if (!are_sound<Swap, T>(at, some)) return false;
      values.insert(values.end(), Elements{at}, Elements{at + some * stride<T>});
      at += some * stride<T>;
      count -= some;
    }
  } else {
    values.insert(values.end(), Elements{at}, Elements{at + count * stride<T>});
  }
  return true;
}

template <bool Swap, class T, class Vector>
bool assign_elements(Vector& values, const std::byte* base, std::size_t at, std::size_t count) {
  values.clear();
  reserve_to_fill(values, count);
  T first = T();
  bool sound = true;
  at = load<Swap, UnknownOffset>(base, at, first, sound);
  values.push_back(first);
  return sound && append_inner<Swap, T>(values, base + at, count - 1);
}

// Appends the elements at inner offsets that have already arrived, `count` at most, and returns their number.
template <class T, class Vector>
std::size_t take_arrived(Decoder& in, Vector& values, std::size_t count) {
  if (!in.keeps_chars(layout<T>::has_chars)) return 0;
  const std::size_t there = detail::smaller(count, in.remaining() / stride<T>);
  const std::size_t before = values.size();
  const std::byte* const at = in.rest().data();
  // Stops at a malformed element; the caller then reads that element and reports the fault.
  in.swaps() ? append_inner<true, T>(values, at, there) : append_inner<false, T>(values, at, there);
  const std::size_t taken = values.size() - before;
  in.skip(taken * stride<T>);
  return taken;
}

// Returns the size in octets of `count` elements that begin at `offset`.
template <class T>
constexpr std::size_t octets_of(std::size_t offset, std::size_t count) noexcept {
  return layout<T>::end(offset) - offset + (count - 1) * stride<T>;
}

}  // namespace detail

/// Writes elements of a sequence with one bounds check. They have a fixed layout, and are not primitives.
template <class T>
void write_elements_at_once(Encoder& out, const T* first, std::size_t count) {
  out.need(detail::octets_of<T>(out.position(), count));
  const T* const last = first + count;
  if (out.swaps()) {
    const std::size_t second = detail::store<true, detail::UnknownOffset>(out.base(), out.at(), *first);
    out.filled_to(detail::store_inner<true>(out.base(), second, first + 1, last));
  } else {
    const std::size_t second = detail::store<false, detail::UnknownOffset>(out.base(), out.at(), *first);
    out.filled_to(detail::store_inner<false>(out.base(), second, first + 1, last));
  }
}

/// Writes all elements of a sequence.
template <class T>
void write_elements(Encoder& out, const T* first, std::size_t count) {
  if (count == 0) return;
  if (!out.keeps_chars(detail::layout<T>::has_chars)) [[unlikely]] {
    for (std::size_t i = 0; i < count; ++i) write_stepwise(out, first[i]);
    return;
  }
  // In a long message, writes a few elements at a time, so that the drain can send them.
  constexpr std::size_t written_once = detail::larger(1, (std::size_t{64} << 10) / detail::stride<T>);
  for (; out.buffer().drain() != nullptr && count > written_once; count -= written_once, first += written_once) {
    out.drain_if_full();
    write_elements_at_once(out, first, written_once);
  }
  write_elements_at_once(out, first, count);
}

/// Replaces the contents of `values` by `count` elements. Writes them once: the vector is not zeroed first.
template <class T, class Vector>
void read_elements(Decoder& in, Vector& values, std::size_t count) {
  if (count == 0) return values.clear();
  if (in.keeps_chars(detail::layout<T>::has_chars)) [[likely]] {
    // A length is trusted only if the octets for that many elements have arrived.
    const std::size_t octets = detail::octets_of<T>(in.position(), count);
    if (octets <= in.remaining()) [[likely]] {
      const bool sound = in.swaps() ? detail::assign_elements<true, T>(values, in.base(), in.at(), count)
                                    : detail::assign_elements<false, T>(values, in.base(), in.at(), count);
      if (sound) [[likely]]
        return in.skip(octets);
    }
  }
  values.clear();
  if (in.comes_in_pieces()) reserve_to_fill(values, count);
  while (count != 0) {
    T value = T();
    read_stepwise(in, value);
    values.push_back(value);
    --count;
    if (in.is_arriving()) count -= detail::take_arrived<T>(in, values, count);
  }
}

}  // namespace dimma::cdr
