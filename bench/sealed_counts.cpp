#include "sealed_counts.hpp"

#include "measure/process.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <stdexcept>
#include <string_view>

namespace bench {
namespace {

constexpr std::array channels{
    SealedChannel{"tcp, full QoS", "transport=tcp,processing=nullTask,messages=1"},
    SealedChannel{"tcp, full QoS, pool", "transport=tcp,processing=nullTask,messages=1,buffers=pool(1,4k)"},
    SealedChannel{"tcp, shared, pool", "transport=tcp,buffers=pool(4,4k)"},
    SealedChannel{"unix, full QoS", "transport=unix,processing=nullTask,messages=1"},
    SealedChannel{"unix, shared, pool", "transport=unix,buffers=pool(4,4k)"},
    SealedChannel{"shm, full QoS", "transport=shm,processing=nullTask,messages=1"},
    SealedChannel{"shm, shared, pool", "transport=shm,buffers=pool(4,4k)"},
};

SealedCounts::Kind kind_of(const std::string& line) {
  constexpr std::string_view before_name = "kind ";
  const std::size_t name_end = line.rfind(" calls ");
  SealedCounts::Kind kind;
  kind.name = line.substr(before_name.size(), name_end - before_name.size());
  std::istringstream rest(line.substr(name_end));
  std::string word;
  rest >> word >> kind.calls >> word >> kind.client >> kind.client_octets >> word >> kind.server >> kind.server_octets;
  if (!rest) throw std::runtime_error("sealed_calls printed what is no count: " + line);
  return kind;
}

}  // namespace

std::span<const SealedChannel> sealed_channels() { return channels; }

bool SealedCounts::takes_nothing() const {
  return std::ranges::all_of(kinds, [](const Kind& kind) {
    return kind.is_for_comparison() ? kind.client != 0 : kind.client == 0 && kind.server == 0;
  });
}

SealedCounts count_sealed(const SealedChannel& channel, std::size_t calls, std::size_t seconds) {
  auto child = measure::Child::start({measure::program_folder() + "/sealed_calls", "--qos", channel.qos, "--calls",
                                      std::to_string(calls), "--seconds", std::to_string(seconds)});
  SealedCounts counts;
  // A call takes at most 100 microseconds even on a loaded machine, and there are up to two for each one that is
  // counted.
  const auto within = std::chrono::seconds(60 + seconds) + std::chrono::microseconds(500 * calls);
  for (;;) {
    const std::string line = child.read_line(std::chrono::duration_cast<std::chrono::milliseconds>(within));
    if (line == "done") break;
    if (line.starts_with("kind ")) {
      counts.kinds.push_back(kind_of(line));
    } else if (line.starts_with("bind ")) {
      counts.bind = line.substr(5);
    } else if (line.starts_with("first ")) {
      counts.first = line.substr(6);
    } else {
      counts.described.push_back(line);
    }
  }
  child.end_input();
  return counts;
}

}  // namespace bench
