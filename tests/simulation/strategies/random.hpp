#pragma once
// Chooses at random. The rates of choices that are not ordinary are drawn from the seed too, so that some runs have few
// switches and others many.

#include "simulation/strategies/strategy.hpp"

#include <cstdint>
#include <random>

namespace dimma::simulation {

class RandomStrategy final : public Strategy {
 public:
  explicit RandomStrategy(std::uint64_t seed);
  std::size_t choose(const Question& question) override;

 private:
  std::uint32_t below(std::size_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool happens_in(std::uint32_t out_of) { return out_of != 0 && below(out_of) == 0; }
  std::size_t choose_thread(const Question& question);

  std::mt19937_64 random_;
  // Rates, as one in N; 0: never.
  std::uint32_t switches_;
  std::uint32_t time_passes_;
  std::uint32_t old_values_;
  std::uint32_t spurious_;
};

}  // namespace dimma::simulation
