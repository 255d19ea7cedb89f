#pragma once
/// Encodes and decodes unions. For generated code.
///
/// A label and the value of its branch are encoded or decoded together, with one bounds check, if the value can be in a
/// batch (batches.hpp); so are many unions of a sequence. All other cases (other types, another byte order, character
/// conversion, the end of the available octets, values that have to be destroyed first) go step by step through
/// separate functions, so that the fast path is short.

#include <dimma/generated/cdr/batches.hpp>
#include <dimma/generated/union.hpp>

#include <utility>

namespace dimma::cdr {

namespace detail {

// Write or read a branch without its label, always step by step, so that this is compiled only once per type.
template <class T>
void write_branch(Encoder& out, const T& value) {
  if constexpr (goes_with_label<T>()) {
    write_stepwise(out, value);
  } else {
    codec<T>::write(out, value);
  }
}
template <class T>
void read_branch(Decoder& in, T& value) {
  if constexpr (goes_with_label<T>()) {
    read_stepwise(in, value);
  } else {
    codec<T>::read(in, value);
  }
}

template <class Label, class Held, std::size_t... I>
[[gnu::noinline]] void write_union_stepwise(Encoder& out, Label label, const Held& held,
                                            std::index_sequence<I...> /*all*/) {
  codec<Label>::write(out, label);
  (void)((held.holds(I + 1) && (write_branch(out, held.template active<I + 1>()), true)) || ...);
}

template <auto BranchOf, class Label, class Held, std::size_t... I>
[[gnu::noinline]] void read_union_stepwise(Decoder& in, Label& label, Held& held, std::index_sequence<I...> /*all*/) {
  Label chosen = Label();
  codec<Label>::read(in, chosen);
  const std::size_t branch = BranchOf(chosen);
  if (branch == 0 || !held.gives_way_to(branch)) held.clear();
  if (branch == 0) label = chosen;
  (void)((branch == I + 1 &&
          (held.template become<I + 1>(), label = chosen, read_branch(in, held.template active<I + 1>()), true)) ||
         ...);
}

}  // namespace detail

template <auto BranchOf, class Label, class... Branches>
[[gnu::always_inline]] inline void write_union(Encoder& out, Label label, const union_value<Branches...>& held) {
  if constexpr (detail::has_fast_way && detail::Fixed<Label>) {
    using Union = detail::union_in_batch<union_types<BranchOf, Label, union_value<Branches...>>>;
    if (out.keeps_octets(true) && out.room() >= Union::octets_max) [[likely]] {
      bool fits = true;
      const std::size_t end = Union::template store<detail::UnknownOffset>(out.base(), out.at(), label, held, fits);
      if (fits) [[likely]]
        return out.filled_to(end);
    }
  }
  detail::write_union_stepwise(out, label, held, std::index_sequence_for<Branches...>());
}
template <auto BranchOf, class Label, class... Branches>
[[gnu::always_inline]] inline void read_union(Decoder& in, Label& label, union_value<Branches...>& held) {
  if constexpr (detail::has_fast_way && detail::Fixed<Label>) {
    using Union = detail::union_in_batch<union_types<BranchOf, Label, union_value<Branches...>>>;
    if (in.keeps_octets(true) && in.remaining() >= Union::octets_max) [[likely]] {
      bool fits = true;
      const std::size_t end = Union::template load<detail::UnknownOffset>(in.base(), in.at(), label, held, fits);
      if (fits) [[likely]]
        return in.taken_to(end);
    }
  }
  detail::read_union_stepwise<BranchOf>(in, label, held, std::index_sequence_for<Branches...>());
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
