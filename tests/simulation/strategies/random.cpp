#include "simulation/strategies/random.hpp"

#include <array>

namespace dimma::simulation {

namespace {
constexpr std::array<std::uint32_t, 4> rates_of_switches{2, 3, 8, 24};
constexpr std::array<std::uint32_t, 4> rates_of_time{0, 200, 50, 10};
constexpr std::array<std::uint32_t, 4> rates_of_old_values{0, 2, 4, 16};
constexpr std::array<std::uint32_t, 4> rates_of_spurious{0, 0, 8, 32};
}  // namespace

RandomStrategy::RandomStrategy(std::uint64_t seed)
    : random_(seed),
      switches_(rates_of_switches[below(rates_of_switches.size())]),
      time_passes_(rates_of_time[below(rates_of_time.size())]),
      old_values_(rates_of_old_values[below(rates_of_old_values.size())]),
      spurious_(rates_of_spurious[below(rates_of_spurious.size())]) {}

std::size_t RandomStrategy::choose_thread(const Question& question) {
  const bool may_pass = question.options.back() == time_passes;
  if (may_pass && happens_in(time_passes_)) return question.options.size() - 1;
  const std::size_t threads = question.options.size() - (may_pass ? 1 : 0);
  if (question.is_free() || question.yields || happens_in(switches_)) return below(threads);
  return 0;
}

std::size_t RandomStrategy::choose(const Question& question) {
  switch (question.place.kind) {
    case ChoiceKind::thread:
      return choose_thread(question);
    case ChoiceKind::value:
      return happens_in(old_values_) ? below(question.options.size()) : 0;
    case ChoiceKind::waiter:
      return below(question.options.size());
    case ChoiceKind::spurious:
      return happens_in(spurious_) ? 1 : 0;
    case ChoiceKind::scenario:
      return below(question.options.size());
  }
  return 0;
}

}  // namespace dimma::simulation
