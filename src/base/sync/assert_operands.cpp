#include "base/sync/assert_operands.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace dimma::assertion {

namespace {

template <class Number>
std::string digits(Number number, int base) {
  std::array<char, 24> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number, base).ptr;
  return {text.data(), end};
}

}  // namespace

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(long long value) { return digits(value, 10); }
std::string text_of(unsigned long long value) { return digits(value, 10); }
std::string text_of(std::string_view value) { return '"' + std::string(value) + '"'; }
std::string text_of(const void* value) {
  return value == nullptr ? "nullptr" : "0x" + digits(reinterpret_cast<std::uintptr_t>(value), 16);
}

}  // namespace dimma::assertion
