#pragma once
// Choices as text, so that a run can be repeated after the strategy has changed.

#include "simulation/strategies/strategy.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::simulation {

// "0.7.0t=1 2.3.0v=1": before its step 7 thread 0 is preempted by thread 1, and thread 2 loads the last value but one.
std::string text_of(const std::vector<Choice>& choices);
// Returns std::nullopt for malformed text.
std::optional<std::vector<Choice>> read_choices(std::string_view text);

}  // namespace dimma::simulation
