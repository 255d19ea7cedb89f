#pragma once
/// Writes and reads values of fixed layout (fixed_layout.hpp) with one check for all of them. For codec.hpp; internal
/// to dimma.

#include <dimma/classic/generated/fixed_layout.hpp>
#include <dimma/classic/generated/output.hpp>

namespace dimma {
namespace classic {
namespace detail {

/// Room for the word of zeros that padded() stores.
constexpr std::size_t padding_word = 8;

/// Write and read elements, at least one, with one check for all. Return false, and leave the stream where it is, if
/// the values need a conversion, do not fit, have not arrived, or are malformed.
template <class Layout, class T>
bool write_at_once(Output& out, const T* values, std::size_t count) {
  if (Layout::has_chars && !out.keeps_chars()) return false;
  if (!out.make_room(octets_max<Layout>() + (count - 1) * stride<Layout>() + padding_word)) return false;
  unsigned char* const base = out.base();
  std::size_t at = Layout::template store<UnknownOffset>(base, out.at(), values[0]);
  for (std::size_t i = 1; i < count; ++i) at = Layout::template store<Inner<Layout> >(base, at, values[i]);
  out.filled_to(at);
  return true;
}

template <class Layout, bool Swap, class T>
bool load_all(const unsigned char* base, std::size_t& at, T* values, std::size_t count) {
  bool sound = true;
  at = Layout::template load<Swap, UnknownOffset>(base, at, values[0], sound);
  for (std::size_t i = 1; i < count; ++i) at = Layout::template load<Swap, Inner<Layout> >(base, at, values[i], sound);
  return sound;
}
template <class Layout, class T>
bool read_at_once(Input& in, T* values, std::size_t count) {
  if (Layout::has_chars && !in.keeps_chars()) return false;
  std::size_t at = in.at();
  if (Layout::end(at) - at + (count - 1) * stride<Layout>() > in.remaining()) return false;
  const bool sound = in.swaps() ? load_all<Layout, true>(in.base(), at, values, count)
                                : load_all<Layout, false>(in.base(), at, values, count);
  if (sound) in.taken_to(at);
  return sound;
}

/// Write and read the members one by one, which may convert, wait for octets, or report what is malformed.
template <class... Members>
struct Stepwise;
template <>
struct Stepwise<> {
  template <class Struct>
  static void write(Output& /*out*/, const Struct& /*value*/) {}
  template <class Struct>
  static void read(Input& /*in*/, Struct& /*value*/) {}
};
template <class Member, class... Others>
struct Stepwise<Member, Others...> {
  template <class Struct>
  static void write(Output& out, const Struct& value) {
    codec<typename Member::type>::write(out, Member::of(value));
    Stepwise<Others...>::write(out, value);
  }
  template <class Struct>
  static void read(Input& in, Struct& value) {
    codec<typename Member::type>::read(in, Member::of(value));
    Stepwise<Others...>::read(in, value);
  }
};

}  // namespace detail
}  // namespace classic
}  // namespace dimma
