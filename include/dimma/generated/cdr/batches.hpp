#pragma once
/// Encodes or decodes many elements of a sequence with one bounds check: structs whose members are of fixed layout,
/// strings, or other such structs and unions; and unions with such branches. For generated code, in which codec<T> of a
/// struct has
///   using batch_members = member_types<...>;
///   template <class Value, class Visitor> static void visit(Value&, Visitor);   visitor(each member...)
/// and codec<T> of a union has
///   using batch_union = union_types<...>;
///   template <class Value, class Visitor> static void visit(Value&, Visitor);   visitor(label, the union_value)
/// and both have, if the IDL has sequences of them, functions write_batch and read_batch that call those here, so that
/// each is compiled once.
///
/// A row is a part of the sequence in which each string fits into a std::string without allocation. A row ends at a
/// longer string, or an octet that is invalid for its type; codec<T> continues from there.

#include <dimma/generated/cdr/codec.hpp>

#include <string>
#include <vector>

namespace dimma {
template <class... Branches>
class union_value;
}

namespace dimma::cdr {

namespace detail {

// The code for rows is inlined into its caller. Without optimisation it would be neither short nor fast, and take much
// of the time for compiling generated code; all rows are empty then.
#ifdef __OPTIMIZE__
constexpr bool has_fast_way = true;
#else
constexpr bool has_fast_way = false;
#endif

// The members that encode and decode a value in a row:
//   octets_max            the maximum size in octets, including padding before the value
//   behind<At>            what is known about the offset after a value that begins at `At`
//   store<At>, load<At>   like those of fixed layout; if the value does not fit, they clear `fits`, and the stored
//                         octets, or the value, are valid but have no meaning
template <class T>
struct in_batch;

template <class... Members>
constexpr std::size_t batch_octets_max(member_types<Members...> /*members*/) noexcept {
  return (std::size_t{0} + ... + in_batch<Members>::octets_max);
}

template <class At, class First, class... Rest>
std::size_t store_in_batch(std::byte* base, std::size_t at, bool& fits, const First& first,
                           const Rest&... rest) noexcept {
  at = in_batch<First>::template store<At>(base, at, first, fits);
  if constexpr (sizeof...(rest) != 0) {
    at = store_in_batch<typename in_batch<First>::template behind<At>>(base, at, fits, rest...);
  }
  return at;
}
template <class At, class First, class... Rest>
std::size_t load_in_batch(const std::byte* base, std::size_t at, bool& fits, First& first, Rest&... rest) noexcept {
  at = in_batch<First>::template load<At>(base, at, first, fits);
  if constexpr (sizeof...(rest) != 0) {
    at = load_in_batch<typename in_batch<First>::template behind<At>>(base, at, fits, rest...);
  }
  return at;
}

template <Fixed T>
struct in_batch<T> {
  static constexpr std::size_t octets_max = detail::octets_max<layout<T>>();
  template <class At>
  using behind = typename At::template after<layout<T>>;
  template <class At>
  static std::size_t store(std::byte* base, std::size_t at, const T& value, bool& /*fits*/) noexcept {
    return detail::store<false, At>(base, at, value);
  }
  template <class At>
  static std::size_t load(const std::byte* base, std::size_t at, T& value, bool& fits) noexcept {
    return detail::load<false, At>(base, at, value, fits);
  }
};

template <>
struct in_batch<std::string> {
  static constexpr std::size_t octets_max = Encoder::short_string_octets_max;
  static_assert(octets_max == Decoder::short_string_octets_max);
  template <class At>
  using behind = UnknownOffset;
  template <class At>
  static std::size_t store(std::byte* base, std::size_t at, const std::string& text, bool& fits) noexcept {
    const std::size_t begin = aligned<At, sizeof(std::uint32_t)>(at);
    const std::size_t octets = store_short_text(base, at, begin, text);
    fits &= octets != 0;
    return begin + octets;
  }
  template <class At>
  static std::size_t load(const std::byte* base, std::size_t at, std::string& text, bool& fits) noexcept {
    const std::size_t begin = aligned<At, sizeof(std::uint32_t)>(at);
    const std::size_t octets = take_short_text(base + begin, text, false);
    fits &= octets != 0;
    return begin + octets;
  }
};

template <class T>
requires(requires { typename codec<T>::batch_members; }) struct in_batch<T> {
  static constexpr std::size_t octets_max = batch_octets_max(typename codec<T>::batch_members());
  template <class At>
  using behind = UnknownOffset;
  template <class At>
  static std::size_t store(std::byte* base, std::size_t at, const T& value, bool& fits) noexcept {
    codec<T>::visit(value, [&](const auto&... members) { at = store_in_batch<At>(base, at, fits, members...); });
    return at;
  }
  template <class At>
  static std::size_t load(const std::byte* base, std::size_t at, T& value, bool& fits) noexcept {
    codec<T>::visit(value, [&](auto&... members) { at = load_in_batch<At>(base, at, fits, members...); });
    return at;
  }
};

// A branch with more octets than this (a long array) gets a check of its own.
constexpr std::size_t branch_octets_at_once = 128;

template <class T>
constexpr bool goes_with_label() noexcept {
  if constexpr (requires { in_batch<T>::octets_max; }) return in_batch<T>::octets_max <= branch_octets_at_once;
  return false;
}
template <class T>
constexpr std::size_t branch_octets_max() noexcept {
  if constexpr (goes_with_label<T>()) return in_batch<T>::octets_max;
  return 0;
}

// Like in_batch, for a union.
template <class Types>
struct union_in_batch;

template <auto BranchOf, class Label, class... Branches>
struct union_in_batch<union_types<BranchOf, Label, union_value<Branches...>>> {
 private:
  using Held = union_value<Branches...>;
  using All = std::index_sequence_for<Branches...>;
  template <class At>
  using Behind = typename in_batch<Label>::template behind<At>;

 public:
  static constexpr std::size_t octets_max = in_batch<Label>::octets_max + largest(branch_octets_max<Branches>()...);

  template <class At>
  [[gnu::always_inline]] static std::size_t store(std::byte* base, std::size_t at, Label label, const Held& held,
                                                  bool& fits) noexcept {
    at = in_batch<Label>::template store<At>(base, at, label, fits);
    store_held<Behind<At>>(base, at, held, fits, All());
    return at;
  }
  template <class At>
  [[gnu::always_inline]] static std::size_t load(const std::byte* base, std::size_t at, Label& label, Held& held,
                                                 bool& fits) noexcept {
    Label chosen = Label();
    at = in_batch<Label>::template load<At>(base, at, chosen, fits);
    const std::size_t branch = BranchOf(chosen);
    const bool found = held.gives_way_to(branch) && load_held<Behind<At>>(base, at, branch, held, fits, All());
    fits &= found;
    if (found) label = chosen;
    return at;
  }

 private:
  template <class At, std::size_t... I>
  [[gnu::always_inline]] static void store_held(std::byte* base, std::size_t& at, const Held& held, bool& fits,
                                                std::index_sequence<I...> /*all*/) noexcept {
    (void)((held.holds(I + 1) && (store_branch<At>(base, at, held.template active<I + 1>(), fits), true)) || ...);
  }
  template <class At, class T>
  [[gnu::always_inline]] static void store_branch(std::byte* base, std::size_t& at, const T& value,
                                                  bool& fits) noexcept {
    if constexpr (goes_with_label<T>()) {
      at = in_batch<T>::template store<At>(base, at, value, fits);
    } else {
      fits = false;
    }
  }

  // Returns true if the branch can be part of a row.
  template <class At, std::size_t... I>
  [[gnu::always_inline]] static bool load_held(const std::byte* base, std::size_t& at, std::size_t branch, Held& held,
                                               bool& fits, std::index_sequence<I...> /*all*/) noexcept {
    bool found = false;
    (void)((branch == I + 1 && (found = load_branch<At, I + 1>(base, at, held, fits), true)) || ...);
    return found;
  }
  template <class At, std::size_t Branch>
  [[gnu::always_inline]] static bool load_branch(const std::byte* base, std::size_t& at, Held& held,
                                                 bool& fits) noexcept {
    using T = typename Held::template type<Branch>;
    if constexpr (!goes_with_label<T>()) {
      return false;
    } else if constexpr (std::is_same_v<T, std::string>) {
      return load_text<At, Branch>(base, at, held, fits);
    } else {
      at = in_batch<T>::template load<At>(base, at, held.template become<Branch>(), fits);
      return true;
    }
  }
  // Constructs a new string directly from its characters.
  template <class At, std::size_t Branch>
  [[gnu::always_inline]] static bool load_text(const std::byte* base, std::size_t& at, Held& held,
                                               bool& fits) noexcept {
    if (held.holds(Branch)) {
      at = in_batch<std::string>::load<At>(base, at, held.template active<Branch>(), fits);
      return true;
    }
    const std::size_t begin = aligned<At, sizeof(std::uint32_t)>(at);
    const ShortText text = short_text_at(base + begin, false);
    if (text.octets == 0) return false;
    held.template become<Branch>(text.characters, short_text_room - 1).erase(text.length());
    at = begin + text.octets;
    return true;
  }
};

template <class T>
requires(requires { typename codec<T>::batch_union; }) struct in_batch<T> {
  using Union = union_in_batch<typename codec<T>::batch_union>;
  static constexpr std::size_t octets_max = Union::octets_max;
  template <class At>
  using behind = UnknownOffset;
  template <class At>
  [[gnu::always_inline]] static std::size_t store(std::byte* base, std::size_t at, const T& value,
                                                  bool& fits) noexcept {
    codec<T>::visit(value, [&](const auto& label, const auto& held) {
      at = Union::template store<At>(base, at, label, held, fits);
    });
    return at;
  }
  template <class At>
  [[gnu::always_inline]] static std::size_t load(const std::byte* base, std::size_t at, T& value, bool& fits) noexcept {
    codec<T>::visit(value,
                    [&](auto& label, auto& held) { at = Union::template load<At>(base, at, label, held, fits); });
    return at;
  }
};

}  // namespace detail

#ifdef __OPTIMIZE__
/// Writes a row of elements that begins at `first` and ends at `last` at the latest; it may be empty. Returns the row's
/// end.
template <class T>
const T* write_batch(Encoder& out, const T* first, const T* last) {
  if (!out.keeps_octets(true)) return first;
  const std::size_t count =
      detail::smaller(static_cast<std::size_t>(last - first), out.room_at_once() / detail::in_batch<T>::octets_max);
  std::byte* const base = out.base();
  std::size_t at = out.at();
  for (const T* const end = first + count; first != end; ++first) {
    bool fits = true;
    const std::size_t behind = detail::store_in_batch<detail::UnknownOffset>(base, at, fits, *first);
    if (!fits) [[unlikely]]
      break;
    at = behind;
  }
  out.filled_to(at);
  return first;
}

/// Reads a row of elements of a sequence of `length` elements, after the first `done` in `values`; it may be empty.
/// Returns the index of the row's end. Existing elements are overwritten, others appended.
template <class T>
std::size_t read_batch(Decoder& in, std::vector<T>& values, std::size_t done, std::size_t length) {
  if (!in.keeps_octets(true)) return done;
  const std::size_t count = detail::smaller(length - done, in.remaining() / detail::in_batch<T>::octets_max);
  const std::byte* const base = in.base();
  std::size_t at = in.at();
  for (const std::size_t end = done + count; done != end; ++done) {
    T& value = done < values.size() ? values[done] : values.emplace_back();
    detail::fetch_one_made_later(&value);
    bool fits = true;
    const std::size_t behind = detail::load_in_batch<detail::UnknownOffset>(base, at, fits, value);
    if (!fits) [[unlikely]]
      break;
    at = behind;
  }
  in.taken_to(at);
  return done;
}
#else
template <class T>
[[gnu::always_inline]] inline const T* write_batch(Encoder& /*out*/, const T* first, const T* /*last*/) noexcept {
  return first;
}
template <class T>
[[gnu::always_inline]] inline std::size_t read_batch(Decoder& /*in*/, std::vector<T>& /*values*/, std::size_t done,
                                                     std::size_t /*length*/) noexcept {
  return done;
}
#endif

}  // namespace dimma::cdr
