#pragma once
// Identifies a naming context, independently of the service through which it is reached.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::naming {

// 16 octets: random, or zeros for the root of the tree. Also identifies the tree itself.
class ContextId {
 public:
  static constexpr std::size_t octets = 16;

  ContextId() = default;  // the root
  // Generates an id with the system's random number generator.
  static ContextId random();
  // Returns nullopt if the text does not have 16 octets.
  static std::optional<ContextId> of(std::string_view text);

  bool is_root() const noexcept { return *this == ContextId(); }
  std::string_view text() const noexcept { return {octets_.data(), octets}; }
  // Returns "root" or 32 hexadecimal digits, for messages.
  std::string printed() const;

  friend bool operator==(const ContextId&, const ContextId&) = default;

 private:
  std::array<char, octets> octets_{};
};

}  // namespace dimma::naming

template <>
struct std::hash<dimma::naming::ContextId> {
  std::size_t operator()(const dimma::naming::ContextId& id) const noexcept {
    return std::hash<std::string_view>()(id.text());
  }
};
