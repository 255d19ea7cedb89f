#pragma once
// Captures the operands of an assertion for the message that is printed if it fails (assert.hpp).
//
// `FirstOperand{} <=> a == b` parses as `(FirstOperand{} <=> a) == b`, since `<=>` binds more tightly than the other
// comparisons. A condition with `&&` or `||` is printed without operands.

#include <compare>
#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace dimma::assertion {

std::string text_of(bool value);
std::string text_of(long long value);
std::string text_of(unsigned long long value);
std::string text_of(const void* value);
std::string text_of(std::string_view value);

template <class Value>
concept Integer = std::integral<Value> && !std::same_as<Value, bool> && !std::same_as<Value, char> &&
                  !std::same_as<Value, wchar_t> && !std::same_as<Value, char16_t>;

template <class Value>
std::string operand_text(const Value& value) {
  if constexpr (std::same_as<Value, bool>) {
    return text_of(value);
  } else if constexpr (std::is_enum_v<Value>) {
    return text_of(static_cast<long long>(value));
  } else if constexpr (std::signed_integral<Value>) {
    return text_of(static_cast<long long>(value));
  } else if constexpr (std::unsigned_integral<Value>) {
    return text_of(static_cast<unsigned long long>(value));
  } else if constexpr (std::is_null_pointer_v<Value>) {
    return text_of(static_cast<const void*>(nullptr));
  } else if constexpr (std::convertible_to<const Value&, const char*>) {
    const char* const text = value;
    return text == nullptr ? operand_text(nullptr) : text_of(std::string_view(text));
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return text_of(static_cast<std::string_view>(value));
  } else if constexpr (std::is_pointer_v<Value> && !std::is_function_v<std::remove_pointer_t<Value>>) {
    return text_of(static_cast<const void*>(value));
  } else {
    return "...";
  }
}

// Prints "dimma: assertion failed: CONDITION (OPERANDS) in FUNCTION, FILE:LINE" on standard error, and aborts.
[[noreturn]] void fail(const char* condition, const std::string& operands, const char* function, const char* file,
                       int line) noexcept;

// A comparison and its result. Valid within one full expression, as it refers to its operands.
template <class Left, class Right>
struct Comparison {
  bool holds;
  const Left& left;
  const Right& right;
  std::string operands() const { return operand_text(left) + " and " + operand_text(right); }
  explicit operator bool() const { return holds; }  // so that `a == b && c` compiles
};

template <class Left>
struct Operand {
  const Left& left;
  std::string operands() const { return operand_text(left); }
  explicit operator bool() const { return static_cast<bool>(left); }

  template <class Right>
  Comparison<Left, Right> operator==(const Right& right) const {
    if constexpr (Integer<Left> && Integer<Right>) {
      return {std::cmp_equal(left, right), left, right};
    } else {
      return {left == right, left, right};
    }
  }
  template <class Right>
  Comparison<Left, Right> operator!=(const Right& right) const {
    auto compared = *this == right;
    compared.holds = !compared.holds;
    return compared;
  }
  template <class Right>
  Comparison<Left, Right> operator<(const Right& right) const {
    if constexpr (Integer<Left> && Integer<Right>) {
      return {std::cmp_less(left, right), left, right};
    } else {
      return {left < right, left, right};
    }
  }
  template <class Right>
  Comparison<Left, Right> operator>(const Right& right) const {
    if constexpr (Integer<Left> && Integer<Right>) {
      return {std::cmp_greater(left, right), left, right};
    } else {
      return {left > right, left, right};
    }
  }
  template <class Right>
  Comparison<Left, Right> operator<=(const Right& right) const {
    auto compared = *this > right;
    compared.holds = !compared.holds;
    return compared;
  }
  template <class Right>
  Comparison<Left, Right> operator>=(const Right& right) const {
    auto compared = *this < right;
    compared.holds = !compared.holds;
    return compared;
  }
};

struct FirstOperand {
  template <class Left>
  friend Operand<Left> operator<=>(FirstOperand, const Left& left) noexcept {
    return {left};
  }
};

inline void check(bool holds, const char* condition, const char* function, const char* file, int line) {
  if (!holds) fail(condition, {}, function, file, line);
}
template <class Left, class Right>
void check(const Comparison<Left, Right>& made, const char* condition, const char* function, const char* file,
           int line) {
  if (!made.holds) fail(condition, made.operands(), function, file, line);
}
template <class Left>
void check(const Operand<Left>& made, const char* condition, const char* function, const char* file, int line) {
  if (!static_cast<bool>(made)) fail(condition, made.operands(), function, file, line);
}

}  // namespace dimma::assertion
