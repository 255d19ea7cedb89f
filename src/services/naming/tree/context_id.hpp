#pragma once
// Names a naming context, whatever service it is reached through.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::naming {

// 16 octets: random ones, or zeros for the root of the tree. Also used for what names the tree itself.
class ContextId {
 public:
  static constexpr std::size_t octets = 16;

  ContextId() = default;  // the root
  // From the system's source of random numbers.
  static ContextId random();
  // Nothing if it has another length.
  static std::optional<ContextId> of(std::string_view text);

  bool is_root() const noexcept { return *this == ContextId(); }
  std::string_view text() const noexcept { return {octets_.data(), octets}; }
  // For people: "root", or 32 hexadecimal digits.
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
