// Calls over sealed channels: their times compared with those of the same channels unsealed, and their heap
// allocations.

#include "report/experiments.hpp"
#include "sealed_counts.hpp"

#include <string>
#include <utility>

namespace bench {
namespace {

struct SealedWay {
  const char* name;
  const char* qos;
};
constexpr SealedWay ways[] = {{"TCP", full_qos},
                              {"Unix socket", "transport=unix,processing=nullTask,messages=1"},
                              {"shared memory", "transport=shm,processing=nullTask,messages=1"}};

std::unique_ptr<Pair> pair_of(const Arena& arena, const std::string& qos) {
  return Pair::of_programs({"sealed_time_server", "--qos", qos}, {"sealed_time_client", "--qos", qos},
                           arena.placement());
}

// Stores the number of calls that were observed, and the heap memory that they took, in the series.
void count(Session& session, Series& series, const SealedWay& way, std::size_t calls) {
  const SealedCounts counts = count_sealed({way.name, way.qos}, calls, 1);
  double looked_at = 0;
  double allocations = 0;
  for (const auto& kind : counts.kinds) {
    if (kind.is_for_comparison()) continue;
    looked_at += static_cast<double>(kind.calls);
    allocations += static_cast<double>(kind.client + kind.server);
  }
  if (!counts.takes_nothing()) {
    session.results.warnings.push_back(std::string("sealed: calls over ") + way.name + " took something from the heap");
  }
  if (series.samples.empty()) return;
  series.samples.back().more["heap_calls"] = looked_at;
  series.samples.back().more["heap_allocations"] = allocations;
}

}  // namespace

void report_sealed(Session& session, Study& into) {
  const std::size_t calls = session.settings.quick ? 1000 : 20'000;
  session.progress.steps(2 + 3 * std::size(ways) + session.settings.turns);
  {
    Arena arena(session, into);
    std::vector<Part> parts;
    for (const SealedWay& way : ways) {
      const std::string name = std::string("dimma, ") + way.name;
      const std::string lower = way.qos == full_qos ? bare_tcp : "";
      for (const auto& [series, qos] : {std::pair(name, std::string(way.qos)),
                                        std::pair(name + ", sealed", way.qos + std::string(",memory=sealed"))})
        parts.push_back(
            arena.enter(series, Kind::dimma, lower, null_rpc, [&, qos = qos] { return pair_of(arena, qos); }));
    }
    parts.push_back(arena.enter("omniORB", Kind::peer, bare_tcp, null_rpc, [&] { return omni_pair(arena); }));
    parts.push_back(arena.enter(bare_tcp, Kind::bare, "", null_rpc, [&] {
      return Pair::of_raw(measure::RawWay::tcp, false, usual_sizes, null_rpc, arena.placement());
    }));
    arena.play(0, parts, true);
  }
  for (const SealedWay& way : ways) {
    Session::check();
    count(session, into.named(std::string("dimma, ") + way.name + ", sealed", Kind::dimma), way, calls);
    session.progress.step();
  }
}

}  // namespace bench
