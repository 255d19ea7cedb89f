#pragma once
/// How unions are written and read. For generated code.
///
/// A label and its branch's value go together, with one check for both, where the value is of fixed layout or a string;
/// the others follow their label. What does not go the fast way (another byte order, foreign characters, the end of
/// what is at hand, what has to be destroyed first) goes step by step in functions of its own, so that the fast way is
/// short.

#include <dimma/cdr/codec.hpp>
#include <dimma/union.hpp>

#include <utility>

namespace dimma::cdr {

namespace detail {

// So many octets are looked for at once at the most; a larger array is checked by itself.
constexpr std::size_t union_octets_at_once = 128;

// The most that a label takes with a value of fixed layout or a short string behind it; of others the label alone.
template <class Label, class T>
constexpr std::size_t labelled_octets_most() noexcept {
  if constexpr (std::is_same_v<T, std::string>) {
    return octets_most<layout<Label>>() + Encoder::short_string_octets_most;
  } else if constexpr (Fixed<T>) {
    return octets_most<members_layout<member_types<Label, T>>>();
  } else {
    return octets_most<layout<Label>>();
  }
}
template <class Label, class T>
constexpr bool goes_with_label() noexcept {
  const bool is_such = Fixed<T> || std::is_same_v<T, std::string>;
  return is_such && labelled_octets_most<Label, T>() <= union_octets_at_once;
}

template <class Label, class... Branches>
constexpr std::size_t union_octets_most() noexcept {
  return largest(octets_most<layout<Label>>(),
                 (goes_with_label<Label, Branches>() ? labelled_octets_most<Label, Branches>() : 0)...);
}

template <class Label, class... Branches>
class UnionWriting {
  using Held = union_value<Branches...>;
  using All = std::index_sequence_for<Branches...>;

 public:
  [[gnu::always_inline]] static void write(Encoder& out, Label label, const Held& held) {
    if constexpr (Fixed<Label>) {
      if (out.keeps_octets(true) && out.room() >= union_octets_most<Label, Branches...>()) [[likely]]
        return write_behind(out, store<false, UnknownOffset>(out.base(), out.at(), label), held, All());
    }
    write_each(out, label, held, All());
  }

 private:
  template <std::size_t... I>
  [[gnu::always_inline]] static void write_behind(Encoder& out, std::size_t at, const Held& held,
                                                  std::index_sequence<I...> /*all*/) {
    if (!((held.holds(I + 1) && (write_value(out, at, held.template active<I + 1>()), true)) || ...)) out.filled_to(at);
  }
  template <class T>
  [[gnu::always_inline]] static void write_value(Encoder& out, std::size_t at, const T& value) {
    using Behind = typename UnknownOffset::after<layout<Label>>;
    if constexpr (!goes_with_label<Label, T>()) {
      out.filled_to(at);
      codec<T>::write(out, value);
    } else if constexpr (Fixed<T>) {
      out.filled_to(store<false, Behind>(out.base(), at, value));
    } else {
      out.put_string_behind(at, aligned<Behind, sizeof(std::uint32_t)>(at), value);
    }
  }
  template <std::size_t... I>
  [[gnu::noinline]] static void write_each(Encoder& out, Label label, const Held& held,
                                           std::index_sequence<I...> /*all*/) {
    codec<Label>::write(out, label);
    (void)((held.holds(I + 1) && (write_stepwise(out, held.template active<I + 1>()), true)) || ...);
  }
};

// BranchOf gives the number of the branch that a label selects, from 1; 0 for none.
template <auto BranchOf, class Label, class... Branches>
class UnionReading {
  using Held = union_value<Branches...>;
  using All = std::index_sequence_for<Branches...>;

 public:
  [[gnu::always_inline]] static void read(Decoder& in, Label& label, Held& held) {
    if constexpr (Fixed<Label>) {
      if (in.keeps_octets(true) && in.remaining() >= union_octets_most<Label, Branches...>()) [[likely]] {
        Label chosen = Label();
        bool sound = true;
        const std::size_t behind = load<false, UnknownOffset>(in.base(), in.at(), chosen, sound);
        const std::size_t branch = BranchOf(chosen);
        if (sound && held.gives_way_to(branch)) [[likely]] {
          if (read_behind(in, {behind, branch, chosen}, label, held, All())) return;
        }
      }
    }
    read_each(in, label, held, All());
  }

 private:
  struct Chosen {
    std::size_t behind;
    std::size_t branch;
    Label label;
  };
  template <std::size_t... I>
  [[gnu::always_inline]] static bool read_behind(Decoder& in, const Chosen& chosen, Label& label, Held& held,
                                                 std::index_sequence<I...> /*all*/) {
    return ((chosen.branch == I + 1 && (read_value<I + 1>(in, chosen, label, held), true)) || ...);
  }
  template <std::size_t Branch>
  [[gnu::always_inline]] static void read_value(Decoder& in, const Chosen& chosen, Label& label, Held& held) {
    using T = typename Held::template type<Branch>;
    using Behind = typename UnknownOffset::after<layout<Label>>;
    const std::size_t behind = chosen.behind;
    if constexpr (goes_with_label<Label, T>() && std::is_same_v<T, std::string>) {
      const std::size_t begin = aligned<Behind, sizeof(std::uint32_t)>(behind);
      const ShortText text = short_text_at(in.base() + begin, false);
      if (text.octets != 0 && !held.holds(Branch)) [[likely]] {
        held.template become<Branch>(text.characters, short_text_room - 1).erase(text.length());
        label = chosen.label;
        return in.taken_to(begin + text.octets);
      }
    }
    T& value = held.template become<Branch>();
    label = chosen.label;
    if constexpr (goes_with_label<Label, T>() && Fixed<T>) {
      bool sound = true;
      const std::size_t end = load<false, Behind>(in.base(), behind, value, sound);
      in.taken_to(sound ? end : behind);
      if (!sound) [[unlikely]]
        read_stepwise(in, value);  // which says what is wrong, and where
    } else {
      in.taken_to(behind);
      codec<T>::read(in, value);
    }
  }
  template <std::size_t... I>
  [[gnu::noinline]] static void read_each(Decoder& in, Label& label, Held& held, std::index_sequence<I...> /*all*/) {
    Label chosen = Label();
    codec<Label>::read(in, chosen);
    const std::size_t branch = BranchOf(chosen);
    if (branch == 0 || !held.gives_way_to(branch)) held.clear();
    if (branch == 0) label = chosen;
    (void)((branch == I + 1 &&
            (held.template become<I + 1>(), label = chosen, read_stepwise(in, held.template active<I + 1>()), true)) ||
           ...);
  }
};

}  // namespace detail

template <class Label, class... Branches>
[[gnu::always_inline]] inline void write_union(Encoder& out, Label label, const union_value<Branches...>& held) {
  detail::UnionWriting<Label, Branches...>::write(out, label, held);
}
template <auto BranchOf, class Label, class... Branches>
[[gnu::always_inline]] inline void read_union(Decoder& in, Label& label, union_value<Branches...>& held) {
  detail::UnionReading<BranchOf, Label, Branches...>::read(in, label, held);
}

namespace detail {
template <class Held, std::size_t... I>
[[gnu::always_inline]] inline std::size_t end_of_held(std::size_t at, const Held& held,
                                                      std::index_sequence<I...> /*all*/) {
  (void)((held.holds(I + 1) && (at = end_of(at, held.template active<I + 1>()), true)) || ...);
  return at;
}
}  // namespace detail
template <class Label, class... Branches>
[[gnu::always_inline]] inline std::size_t end_of_union(std::size_t at, Label label,
                                                       const union_value<Branches...>& held) {
  return detail::end_of_held(end_of(at, label), held, std::index_sequence_for<Branches...>());
}

}  // namespace dimma::cdr
