#pragma once
/// What generated unions are made of (IDL to C++11, 6.16). dimma's own; an application has no need of it.

#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace dimma {

/// Throws CORBA::BAD_PARAM: a member was asked for that is not the active one.
[[noreturn]] void refuse_union_member();
/// Throws CORBA::BAD_PARAM: a discriminator that does not belong to the active member, or to the one being set.
[[noreturn]] void refuse_union_discriminator();

/// The active branch of a union: none (0), or one of Branches (1, 2, ...). A branch may be a vector of the union
/// itself, which is not complete yet. What is set is made before what was held is given up, so that a value that
/// throws while it is copied leaves everything as it was, and a value may come from within the union.
template <class... Branches>
class union_value {
  using Storage = std::variant<std::monostate, Branches...>;

 public:
  template <std::size_t Branch>
  using type = std::variant_alternative_t<Branch, Storage>;

  union_value() = default;
  template <std::size_t Branch, class... Arguments>
  explicit union_value(std::in_place_index_t<Branch> which, Arguments&&... arguments)
      : held_(which, std::forward<Arguments>(arguments)...) {}

  bool holds(std::size_t branch) const noexcept { return held_.index() == branch; }

  template <std::size_t Branch>
  const type<Branch>& get() const {
    const auto* const value = std::get_if<Branch>(&held_);
    if (value == nullptr) [[unlikely]]
      refuse_union_member();
    return *value;
  }
  template <std::size_t Branch>
  type<Branch>& get() {
    return const_cast<type<Branch>&>(std::as_const(*this).template get<Branch>());
  }

  template <std::size_t Branch, class Value>
  void set(Value&& value) {
    if (holds(Branch)) {
      *std::get_if<Branch>(&held_) = std::forward<Value>(value);
    } else {
      type<Branch> made(std::forward<Value>(value));
      held_.template emplace<Branch>(std::move(made));
    }
  }
  /// Makes the branch active, with a new value.
  template <std::size_t Branch>
  void select() {
    held_.template emplace<Branch>();
  }

  void swap(union_value& other) { held_.swap(other.held_); }
  friend void swap(union_value& left, union_value& right) { left.swap(right); }
  friend bool operator==(const union_value& left, const union_value& right) { return left.held_ == right.held_; }

 private:
  Storage held_;
};

}  // namespace dimma
