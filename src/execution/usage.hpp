#pragma once
// The usage of an allocator's resources, and the exceptions that are thrown when none are left.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace dimma::execution {

inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// Read without a lock, so the numbers may be from slightly different moments.
struct Usage {
  std::size_t in_use = 0;
  std::size_t in_use_max = 0;  // the maximum so far
  std::size_t made = 0;
  std::size_t limit = 0;
  std::uint64_t waits = 0;     // callers that had to wait
  std::uint64_t refusals = 0;  // callers that got nothing

  Usage& operator+=(const Usage& other) noexcept;
};

// For describe(): "1 in use, 3 at most, 4 made, 2 waited, 0 refused".
std::string usage_text(const Usage& usage);
// For messages: "pool of 4, 1 in use, 3 at most". `kind` is "pool" or "factory".
std::string allocator_text(std::string_view kind, const Usage& usage);

// Throw with COMPLETED_NO. `what` names one resource: "message slot".
[[noreturn]] void raise_exhausted(std::string_view what, std::string_view state);   // NO_RESOURCES, at once
[[noreturn]] void raise_timed_out(std::string_view what, std::string_view state);   // TIMEOUT, at the deadline
[[noreturn]] void raise_would_wait(std::string_view what, std::string_view state);  // NO_RESOURCES, within an upcall

}  // namespace dimma::execution
