// Servers with many connections and with many objects.

#include "many_contenders.hpp"
#include "measure/memory.hpp"
#include "report/experiments.hpp"

#include <algorithm>

namespace bench {
namespace {

constexpr auto patience = std::chrono::minutes(2);

std::string beside(const char* program) { return measure::program_folder() + '/' + program; }

double each(std::size_t with, std::size_t without, std::size_t count) {
  return count == 0 ? 0 : (static_cast<double>(with) - static_cast<double>(without)) / static_cast<double>(count);
}

// A server with idle connections, each of which has carried a call, and a client that calls at the same time.
void play_connections(Session& session, Study& into, std::size_t count) {
  Arena arena(session, into);
  std::vector<measure::Child> crowds;
  std::vector<Part> parts;
  const auto start = [&](const char* series, Kind kind, const std::vector<std::string>& server,
                         const std::vector<std::string>& client) {
    double octets = 0;
    Pair* const pair = arena.start(series, kind, "", [&] {
      auto made = Pair::of_programs(server, client, arena.placement());
      made->client().run(null_rpc, 100);
      const std::size_t without = measure::private_octets(made->server().id());
      auto& crowd = crowds.emplace_back(measure::Child::start(
          {beside("scale_client"), "--reqreply", made->server().reqreply(), "--connections", std::to_string(count)}));
      crowd.wait_for_line("ready", patience);
      octets = each(measure::private_octets(made->server().id()), without, count);
      return made;
    });
    parts.push_back({series, kind, "", pair, null_rpc});
    return octets;
  };
  const double dimma =
      start("dimma", Kind::dimma, {"scale_server", "--dimma-idle", "0s"}, {"time_client", "--qos", "transport=tcp"});
  const double omni =
      start("omniORB", Kind::peer, {"omni_time_server", "-ORBscanGranularity", "0"}, {"omni_time_client"});
  arena.play(static_cast<double>(count), parts);
  for (Series& series : into.series) {
    // The memory of a few connections cannot be distinguished from the server's other memory.
    if (count < 100 || series.samples.empty() || series.samples.back().x != static_cast<double>(count)) continue;
    series.samples.back().more["octets_each"] = series.name == "dimma" ? dimma : omni;
  }
}

// Times the first calls of up to 1000 objects, in one turn, before any other call. The first object's call, which makes
// the connection, does not count.
void call_each_first(Study& into, Pair& pair, std::size_t count) {
  pair.let_run(true);
  pair.client().run("first_call", 1);
  Series& first = into.named("the first of each", Kind::dimma);
  first.samples.push_back({.x = static_cast<double>(count)});
  first.samples.back().turns.push_back(pair.client().run("first_call", std::min<std::size_t>(count, 1000) - 1));
}

}  // namespace

void report_connections(Session& session, Study& into) {
  std::vector<std::size_t> all = {1, 100, 1000};
  if (!session.settings.quick) all.push_back(10'000);
  session.progress.steps(all.size() * (2 + session.settings.turns));
  for (const std::size_t count : all) {
    if (count > connections_max()) {
      session.results.warnings.push_back("connections: " + std::to_string(count) +
                                         " were left out: a process may not have so many (ulimit -n)");
      continue;
    }
    play_connections(session, into, count);
  }
}

void report_objects(Session& session, Study& into) {
  std::vector<std::size_t> all = {1, 1000, 100'000};
  if (!session.settings.quick) all.push_back(1'000'000);
  session.progress.steps(all.size() * (1 + session.settings.turns));
  std::size_t empty = 0;
  for (const std::size_t count : all) {
    Arena arena(session, into);
    double octets = 0;
    Pair* const pair = arena.start("at random", Kind::dimma, "", [&] {
      auto server = std::make_unique<measure::TimeServer>(
          "scale_server", std::vector<std::string>{"--objects", std::to_string(count)}, arena.placement().server);
      const std::size_t memory = measure::private_octets(server->id());
      if (empty == 0) empty = memory;
      octets = each(memory, empty, count == 1 ? 0 : count);
      const std::string references = server->folder() + "/objects.ior";
      return Pair::of_client(std::move(server), measure::Child::start({beside("scale_client"), "--objects", references},
                                                                      arena.placement().client));
    });
    if (pair == nullptr) continue;
    if (count > 1) call_each_first(into, *pair, count);
    arena.play(static_cast<double>(count), {{"at random", Kind::dimma, "", pair, null_rpc}});
    Series& random = into.named("at random", Kind::dimma);
    if (!random.samples.empty()) random.samples.back().more["octets_each"] = octets;
  }
}

}  // namespace bench
