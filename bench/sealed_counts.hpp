#pragma once
// The heap memory that calls of each kind take over each sealed channel, as bench/sealed_calls.cpp counts it.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bench {

struct SealedChannel {
  const char* name;
  const char* qos;
};
std::span<const SealedChannel> sealed_channels();

struct SealedCounts {
  struct Kind {
    std::string name;
    std::uint64_t calls = 0;
    std::uint64_t client = 0;  // allocations
    std::uint64_t client_octets = 0;
    std::uint64_t server = 0;
    std::uint64_t server_octets = 0;

    // This kind must allocate memory, which shows that allocations are counted.
    bool is_for_comparison() const { return name == "string, for comparison"; }
  };
  std::vector<Kind> kinds;
  std::string bind;   // allocations and octets
  std::string first;  // the same
  std::vector<std::string> described;

  bool takes_nothing() const;
};
// Makes `calls` calls of each kind. Those that pass their deadline are made for at most `seconds`.
SealedCounts count_sealed(const SealedChannel& channel, std::size_t calls, std::size_t seconds);

}  // namespace bench
