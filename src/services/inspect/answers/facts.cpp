#include "services/inspect/answers/facts.hpp"

#include <algorithm>

namespace dimma::inspect {

std::vector<Part> parts_of(const Description& description) {
  std::vector<Part> parts;
  for (const auto& line : description.lines()) {
    const auto colon = std::min(line.name.find(": "), line.name.size());
    const std::string name = line.name.substr(0, colon);
    if (parts.empty() || name != parts.back().name) parts.push_back({name, {}, {}});
    if (colon == line.name.size()) {
      parts.back().summary = line.text();
    } else {
      parts.back().lines.push_back({line.name.substr(colon + 2), line.planned, line.usage});
    }
  }
  return parts;
}

const char* outcome_text(observation::Outcome outcome) noexcept {
  using observation::Outcome;
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::user_exception:
      return "user exception";
    case Outcome::system_exception:
      return "system exception";
    case Outcome::forward:
      break;
  }
  return "forward";
}

NamedStages stages_of(const observation::RecordedCall& call) {
  const auto& times = call.stages;
  if (call.side == observation::Side::client) {
    return {{"queue", times.queue},
            {"encode", times.encode},
            {"send", times.send},
            {"wait", times.wait},
            {"decode", times.decode}};
  }
  return {{"receive", times.receive}, {"dispatch", times.dispatch}, {"upcall", times.upcall}, {"reply", times.reply}};
}

}  // namespace dimma::inspect
