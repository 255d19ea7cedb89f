#pragma once
// Facts that both forms of an answer, JSON and IDL, present with the same words and units.

#include <dimma/description.hpp>
#include <dimma/observation.hpp>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace dimma::inspect {

inline constexpr std::size_t calls_max = 100'000;  // limit of one answer

struct PartLine {
  std::string name;
  std::string planned;
  std::string usage;
};
// An endpoint or a binding, with its lines of the description.
struct Part {
  std::string name;
  std::string summary;
  std::vector<PartLine> lines;
};
// Groups the lines of the description: "binding 3: connection" becomes the line "connection" of the part "binding 3".
std::vector<Part> parts_of(const Description& description);

const char* outcome_text(observation::Outcome outcome) noexcept;

// The stages of a call in the order of time.
using NamedStages = std::vector<std::pair<const char*, observation::Nanoseconds>>;
NamedStages stages_of(const observation::RecordedCall& call);

inline double microseconds(observation::Nanoseconds time) { return static_cast<double>(time.count()) / 1e3; }
inline double seconds_of(std::chrono::system_clock::time_point time) {
  return std::chrono::duration<double>(time.time_since_epoch()).count();
}

}  // namespace dimma::inspect
