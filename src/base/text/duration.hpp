#pragma once
// Durations as they are written in a QoS, an ORB option or a tool's flag: "180s", "500ms", "5m".

#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <system_error>

namespace dimma {

struct DurationUnit {
  std::string_view name;
  std::uint64_t nanoseconds;
};
inline constexpr std::array duration_units{
    DurationUnit{"ns", 1},
    DurationUnit{"us", 1'000},
    DurationUnit{"ms", 1'000'000},
    DurationUnit{"s", 1'000'000'000},
    DurationUnit{"m", 60'000'000'000},
    DurationUnit{"h", 3'600'000'000'000},
};

// Parses a whole number followed by a unit. Returns nullopt for any other text, and for durations over 292 years.
inline std::optional<std::chrono::nanoseconds> parse_duration(std::string_view text) noexcept {
  std::uint64_t number = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(last - end));
  constexpr auto greatest = static_cast<std::uint64_t>(std::numeric_limits<std::chrono::nanoseconds::rep>::max());
  for (const auto& each : duration_units) {
    if (unit != each.name) continue;
    if (number > greatest / each.nanoseconds) return std::nullopt;
    return std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>(number * each.nanoseconds));
  }
  return std::nullopt;
}

}  // namespace dimma
