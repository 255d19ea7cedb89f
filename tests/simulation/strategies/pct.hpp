#pragma once
// Probabilistic concurrency testing (Burckhardt and others, 2010): each thread has a random priority, and the one with
// the highest runs. At depth - 1 random steps the running thread gets a priority below all others. A run of n threads
// and k steps finds a fault that depends on the order of `depth` steps with a probability of at least 1 / (n * k^(depth
// - 1)).
//
// That bound holds while loads return the newest value. A thread that yields also gets the lowest priority, and so does
// a thread that has run 2000 times while another one could: threads that poll do not starve the thread for which they
// wait.

#include "simulation/strategies/strategy.hpp"

#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace dimma::simulation {

class PctStrategy final : public Strategy {
 public:
  // `steps`: the approximate length of a run.
  PctStrategy(std::uint64_t seed, unsigned depth, std::uint64_t steps);
  std::size_t choose(const Question& question) override;

 private:
  std::size_t choose_thread(const Question& question);
  std::int64_t priority_of(std::uint32_t thread);
  void lower(std::uint32_t thread) { priorities_[thread] = --lowest_; }

  static constexpr unsigned patience = 2000;  // how many times in a row a thread that can run is passed over

  std::mt19937_64 random_;
  std::vector<std::uint64_t> changes_;  // the steps at which a priority changes
  bool takes_old_values_;
  std::map<std::uint32_t, std::int64_t> priorities_;
  std::int64_t lowest_ = 0;
  std::uint64_t step_ = 0;
  std::map<std::uint32_t, unsigned> passed_over_;
};

}  // namespace dimma::simulation
