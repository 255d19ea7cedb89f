#include "simulation/strategies/pct.hpp"

#include <algorithm>

namespace dimma::simulation {

PctStrategy::PctStrategy(std::uint64_t seed, unsigned depth, std::uint64_t steps)
    : random_(seed), takes_old_values_(random_() % 2 == 0) {
  for (unsigned change = 1; change < depth; ++change) changes_.push_back(random_() % std::max<std::uint64_t>(steps, 1));
}

std::int64_t PctStrategy::priority_of(std::uint32_t thread) {
  const auto [place, is_new] = priorities_.try_emplace(thread, 0);
  if (is_new) place->second = static_cast<std::int64_t>(random_() >> 1U);
  return place->second;
}

std::size_t PctStrategy::choose_thread(const Question& question) {
  const bool may_pass = question.options.back() == time_passes;
  const auto threads = question.options.first(question.options.size() - (may_pass ? 1 : 0));
  const auto changes = std::count(changes_.begin(), changes_.end(), step_++);
  if (changes != 0) {
    if (may_pass && random_() % 2 == 0) return question.options.size() - 1;
    lower(question.place.thread);
  }
  if (question.yields) lower(question.place.thread);
  const auto best = std::max_element(threads.begin(), threads.end(), [this](std::uint32_t left, std::uint32_t right) {
    return priority_of(left) < priority_of(right);
  });
  const auto starving = std::ranges::find_if(
      threads, [this, best](std::uint32_t thread) { return thread != *best && ++passed_over_[thread] > patience; });
  const auto chosen = starving != threads.end() ? starving : best;
  if (starving != threads.end()) lower(*best);
  passed_over_[*chosen] = 0;
  return static_cast<std::size_t>(chosen - threads.begin());
}

std::size_t PctStrategy::choose(const Question& question) {
  switch (question.place.kind) {
    case ChoiceKind::thread:
      return choose_thread(question);
    case ChoiceKind::value:
      return takes_old_values_ && random_() % 4 == 0 ? random_() % question.options.size() : 0;
    case ChoiceKind::waiter:
      return random_() % question.options.size();
    case ChoiceKind::spurious:
      return 0;
    case ChoiceKind::scenario:
      return random_() % question.options.size();
  }
  return 0;
}

}  // namespace dimma::simulation
