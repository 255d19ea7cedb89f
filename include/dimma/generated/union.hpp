#pragma once
/// Parts of generated unions (IDL to C++11, 6.16). Internal to dimma; applications do not need it.

#include <dimma/generated/cdr/primitive.hpp>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace dimma {

/// Throws CORBA::BAD_PARAM, since the accessed member is not the active one.
[[noreturn]] void refuse_union_member();
/// Throws CORBA::BAD_PARAM, since the discriminator does not belong to the active member, or to the one being set.
[[noreturn]] void refuse_union_discriminator();

namespace detail {
// A base class for each type, with its number: looking a type up instantiates no templates for the others, of which
// some unions have hundreds.
template <std::size_t Index, class Type>
struct numbered {
  using type = Type;
};
template <class Numbers, class... Types>
struct numbered_types;
template <std::size_t... Indices, class... Types>
struct numbered_types<std::index_sequence<Indices...>, Types...> : numbered<Indices, Types>... {};
template <std::size_t Index, class Type>
numbered<Index, Type> found_at(const numbered<Index, Type>*);
}  // namespace detail

/// The active branch of a union: none (0), or one of Branches (1, 2, ...). A branch may be a vector of the union
/// itself, which is incomplete at that point. A new value is constructed before the old one is destroyed, so that an
/// exception leaves the union unchanged, and the value may come from within the union. std::variant does the same, but
/// takes several times as long to compile.
template <class... Branches>
class union_value {
  using Numbers = std::index_sequence_for<Branches...>;

 public:
  template <std::size_t Branch>
  using type = typename decltype(detail::found_at<Branch - 1>(
      static_cast<const detail::numbered_types<Numbers, Branches...>*>(nullptr)))::type;

  [[gnu::always_inline]] union_value() noexcept {}
  template <std::size_t Branch, class... Arguments>
  [[gnu::always_inline]] explicit union_value(std::in_place_index_t<Branch> /*which*/, Arguments&&... arguments) {
    make<Branch>(static_cast<Arguments&&>(arguments)...);
  }
  [[gnu::always_inline]] union_value(const union_value& other) { copy(other, Numbers{}); }
  [[gnu::always_inline]] union_value(union_value&& other) noexcept { take(other, Numbers{}); }
  union_value& operator=(const union_value& other) {
    if (this != &other) *this = union_value(other);
    return *this;
  }
  union_value& operator=(union_value&& other) noexcept {
    union_value taken(std::move(other));
    clear();
    take(taken, Numbers{});
    return *this;
  }
  [[gnu::always_inline]] ~union_value() { clear(); }

  [[gnu::always_inline]] bool holds(std::size_t branch) const noexcept { return which_ == branch; }

  template <std::size_t Branch>
  [[gnu::always_inline]] const type<Branch>& get() const {
    if (which_ != Branch) [[unlikely]]
      refuse_union_member();
    return at<Branch>();
  }
  template <std::size_t Branch>
  [[gnu::always_inline]] type<Branch>& get() {
    if (which_ != Branch) [[unlikely]]
      refuse_union_member();
    return at<Branch>();
  }

  template <std::size_t Branch, class Value>
  [[gnu::always_inline]] void set(Value&& value) {
    if (which_ == Branch) {
      get<Branch>() = static_cast<Value&&>(value);
    } else {
      type<Branch> made(static_cast<Value&&>(value));
      clear();
      make<Branch>(static_cast<type<Branch>&&>(made));
    }
  }
  /// Returns a branch. Requires the branch to be active.
  template <std::size_t Branch>
  [[gnu::always_inline]] const type<Branch>& active() const noexcept {
    return at<Branch>();
  }
  template <std::size_t Branch>
  [[gnu::always_inline]] type<Branch>& active() noexcept {
    return at<Branch>();
  }
  /// Returns true if the branch is active, or become() can make it active without destroying anything.
  [[gnu::always_inline]] bool gives_way_to(std::size_t branch) const noexcept {
    return which_ == branch || !has_to_be_destroyed();
  }
  /// Makes the branch active. If it is not, constructs its value from the arguments. Requires gives_way_to(Branch).
  template <std::size_t Branch, class... Arguments>
  [[gnu::always_inline]] type<Branch>& become(Arguments&&... arguments) {
    if (which_ != Branch) make<Branch>(static_cast<Arguments&&>(arguments)...);
    return at<Branch>();
  }

  /// Makes no branch active.
  [[gnu::always_inline]] void clear() noexcept {
    if (has_to_be_destroyed()) destroy(Numbers{});
    which_ = 0;
  }

  void swap(union_value& other) noexcept {
    union_value taken(std::move(other));
    other = std::move(*this);
    *this = std::move(taken);
  }
  friend void swap(union_value& left, union_value& right) noexcept { left.swap(right); }
  friend bool operator==(const union_value& left, const union_value& right) {
    return left.which_ == right.which_ && left.equals(right, Numbers{});
  }

 private:
  template <std::size_t Branch>
  [[gnu::always_inline]] const type<Branch>& at() const noexcept {
    return *static_cast<const type<Branch>*>(static_cast<const void*>(storage_));
  }
  template <std::size_t Branch>
  [[gnu::always_inline]] type<Branch>& at() noexcept {
    return *static_cast<type<Branch>*>(static_cast<void*>(storage_));
  }
  template <std::size_t Branch, class... Arguments>
  [[gnu::always_inline]] void construct(Arguments&&... arguments) {
    ::new (static_cast<void*>(storage_)) type<Branch>(static_cast<Arguments&&>(arguments)...);
  }
  template <std::size_t Branch, class... Arguments>
  [[gnu::always_inline]] void make(Arguments&&... arguments) {
    construct<Branch>(static_cast<Arguments&&>(arguments)...);
    which_ = Branch;
  }
  // Returns a bit for each branch: 1 if it has a non-trivial destructor, so that other branches need no call of
  // destroy().
  static constexpr std::uint64_t destructible() noexcept {
    std::uint64_t bits = 0;
    std::uint64_t bit = 1;
    ((bits |= std::is_trivially_destructible_v<Branches> ? 0 : (bit << 1U), bit <<= 1U), ...);
    return bits;
  }
  [[gnu::always_inline]] bool has_to_be_destroyed() const noexcept {
    if constexpr ((std::is_trivially_destructible_v<Branches> && ...)) return false;
    if constexpr (sizeof...(Branches) >= 64) return which_ != 0;
    return ((destructible() >> (which_ & 63U)) & 1U) != 0;
  }
  // The functions below are not inlined: they are large, and g++ 12 would warn about branches that are not active.
  template <std::size_t... I>
  [[gnu::noinline]] void destroy(std::index_sequence<I...> /*all*/) noexcept {
    ((which_ == I + 1 ? at<I + 1>().~Branches() : void()), ...);
  }
  template <std::size_t... I>
  [[gnu::noinline]] void copy(const union_value& other, std::index_sequence<I...> /*all*/) {
    const std::uint32_t which = other.which_;
    ((which == I + 1 ? construct<I + 1>(other.template at<I + 1>()) : void()), ...);
    which_ = which;
  }
  // Takes the value of the other's branch. The other keeps that branch, moved from.
  template <std::size_t... I>
  [[gnu::noinline]] void take(union_value& other, std::index_sequence<I...> /*all*/) noexcept {
    const std::uint32_t which = other.which_;
    ((which == I + 1 ? construct<I + 1>(static_cast<Branches&&>(other.template at<I + 1>())) : void()), ...);
    which_ = which;
  }
  template <std::size_t... I>
  bool equals(const union_value& other, std::index_sequence<I...> /*all*/) const {
    return ((which_ != I + 1 || at<I + 1>() == other.template at<I + 1>()) && ...);
  }

  // If a union has this as [[no_unique_address]], its label is placed in the padding after the branch's number.
  alignas(Branches...) unsigned char storage_[cdr::detail::largest(sizeof(Branches)...)];
  std::uint32_t which_ = 0;
};

}  // namespace dimma
