#pragma once
// Values that both ends can make on their own: sample(seed) is the same on every machine and in every language mapping.
//
// A Walk visits a value leaf by leaf, in the order of its IDL, and either fills each leaf from the seed or compares it
// with the seed's value. Each mapping has its own walk() overloads for types that are not leaves.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace samples {

// A value differs from the sample of its seed.
class Differs : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Walk {
 public:
  enum class Mode : std::uint8_t { fill, compare };
  Walk(Mode mode, std::int32_t seed)
      : mode_(mode), state_(static_cast<std::uint64_t>(seed) * 0x9e3779b97f4a7c15U + 1) {}

  bool filling() const noexcept { return mode_ == Mode::fill; }

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void leaf(T& value) {
    const T expected = make<T>();
    if (filling()) {
      value = expected;
    } else if (!identical(value, expected)) {
      report(value, expected);
    }
    ++leaves_;
  }

  // The text of the next string leaf, of at most `limit` characters.
  std::string text(std::size_t limit) {
    std::string made(static_cast<std::size_t>(next() % (limit + 1)), ' ');
    for (char& character : made) character = printable();
    return made;
  }
  void compare_text(const std::string& value, const std::string& expected) {
    if (value != expected) report('"' + value + '"', '"' + expected + '"');
    ++leaves_;
  }

  // The length of the next sequence: at most `limit` elements, and fewer for deeper nesting.
  std::size_t length(std::size_t limit) { return static_cast<std::size_t>(next() % (limit / (depth_ + 1) + 1)); }
  void compare_length(std::size_t value, std::size_t expected) {
    if (value != expected) report(std::to_string(value) + " elements", std::to_string(expected) + " elements");
  }

  // Called before and after the elements of a sequence.
  void enter() noexcept { ++depth_; }
  void leave() noexcept { --depth_; }

 private:
  // splitmix64
  std::uint64_t next() noexcept {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }
  char printable() noexcept { return static_cast<char>(' ' + next() % 95); }

  template <class T>
  T make() noexcept {
    const std::uint64_t drawn = next();
    if constexpr (std::is_same_v<T, bool>) {
      return (drawn & 1U) != 0;
    } else if constexpr (sizeof(T) == 1) {
      return static_cast<T>(drawn >> 8);  // the same bits for char and octet: some mappings have one type for both
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<T>(drawn % 3);
    } else if constexpr (std::is_floating_point_v<T>) {
      if (drawn % 16 == 0) return std::numeric_limits<T>::infinity();
      if (drawn % 16 == 1) return -T{0};
      if (drawn % 16 == 2) return std::numeric_limits<T>::denorm_min();
      return static_cast<T>(static_cast<std::int64_t>(drawn)) / T{1024};
    } else {
      if (drawn % 16 == 0) return std::numeric_limits<T>::min();
      if (drawn % 16 == 1) return std::numeric_limits<T>::max();
      return static_cast<T>(drawn >> 8);
    }
  }

  // Compares the bits, so that -0.0 differs from 0.0.
  template <class T>
  static bool identical(T left, T right) noexcept {
    if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<std::uint32_t>(left) == std::bit_cast<std::uint32_t>(right);
    } else if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
    } else {
      return left == right;
    }
  }

  template <class T>
  [[noreturn]] void report(const T& value, const T& expected) const {
    std::ostringstream text;
    text.precision(17);
    text << "leaf " << leaves_ << " is ";
    if constexpr (std::is_enum_v<T>) {
      text << static_cast<std::uint32_t>(value) << " instead of " << static_cast<std::uint32_t>(expected);
    } else {
      text << +value << " instead of " << +expected;
    }
    throw Differs(text.str());
  }
  [[noreturn]] void report(const std::string& value, const std::string& expected) const {
    throw Differs("leaf " + std::to_string(leaves_) + " is " + value + " instead of " + expected);
  }

  Mode mode_;
  std::uint64_t state_;
  std::size_t depth_ = 0;
  std::size_t leaves_ = 0;
};

}  // namespace samples
