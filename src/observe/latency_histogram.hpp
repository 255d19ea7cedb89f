#pragma once
// A latency histogram without locks and allocations. Each power of two nanoseconds has sixteen buckets of equal width.

#include "base/sync/sync.hpp"

#include <dimma/observation.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace dimma::observe {

// add() is thread-safe.
class LatencyHistogram {
 public:
  void add(std::uint64_t nanoseconds) noexcept {
    buckets_[bucket_of(nanoseconds)].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(nanoseconds, std::memory_order_relaxed);
  }

  observation::Latency read() const {
    observation::Latency latency;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      const auto count = buckets_[i].load(std::memory_order_relaxed);
      if (count == 0) continue;
      latency.count += count;
      latency.buckets.push_back({observation::Nanoseconds(last_of(i)), count});
    }
    latency.sum = observation::Nanoseconds(sum_.load(std::memory_order_relaxed));
    return latency;
  }

  static std::size_t bucket_of(std::uint64_t nanoseconds) noexcept {
    if (nanoseconds < parts) return nanoseconds;
    const auto power = static_cast<std::size_t>(std::bit_width(nanoseconds)) - 1;
    const std::uint64_t part = (nanoseconds >> (power - part_bits)) - parts;
    return std::min((power - part_bits + 1) * parts + static_cast<std::size_t>(part), buckets - 1);
  }
  // Returns the longest time that falls into a bucket.
  static std::uint64_t last_of(std::size_t bucket) noexcept {
    if (bucket < parts) return bucket;
    const std::size_t power = bucket / parts - 1 + part_bits;
    const std::uint64_t part = bucket % parts;
    return ((parts + part + 1) << (power - part_bits)) - 1;
  }

 private:
  static constexpr std::size_t part_bits = 4;
  static constexpr std::size_t parts = std::size_t{1} << part_bits;
  static constexpr std::size_t powers = 42;  // the last power starts at 73 minutes
  static constexpr std::size_t buckets = (powers - part_bits + 1) * parts;

  std::array<sync::Atomic<std::uint64_t>, buckets> buckets_{};
  sync::Atomic<std::uint64_t> sum_{0};
};

}  // namespace dimma::observe
