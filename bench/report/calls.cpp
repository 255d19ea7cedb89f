// Calls without parameters: by QoS, as oneways, by threads, by pools, and over time.

#include "report/experiments.hpp"

#include <algorithm>

#include <unistd.h>

namespace bench {
namespace {

constexpr const char* null_rpc = "rpc_null_param";
constexpr const char* bare_tcp = "bare TCP socket";

struct ByQos {
  const char* name;
  const char* client;
  const char* server;
  const char* lower;
};
constexpr ByQos by_qos[] = {
    {"dimma, no QoS", "transport=tcp", "transport=tcp", bare_tcp},
    {"dimma, client QoS", full_qos, "transport=tcp", bare_tcp},
    {"dimma, server QoS", "transport=tcp", full_qos, bare_tcp},
    {"dimma, Full QoS", full_qos, full_qos, bare_tcp},
    {"dimma, Unix socket", "transport=unix,processing=nullTask,messages=1",
     "transport=unix,processing=nullTask,messages=1", "bare Unix socket"},
    {"dimma, shared memory", "transport=shm,processing=nullTask,messages=1",
     "transport=shm,processing=nullTask,messages=1", "bare shared memory"},
    {"dimma, shared memory, spinning", "transport=shm,processing=nullTask,messages=1,wait=spin",
     "transport=shm,processing=nullTask,messages=1,wait=spin", "bare shared memory, spinning"},
};

struct Bare {
  const char* name;
  measure::RawWay way;
  bool spins;
};
constexpr Bare bare_ways[] = {{bare_tcp, measure::RawWay::tcp, false},
                              {"bare Unix socket", measure::RawWay::unix_socket, false},
                              {"bare shared memory", measure::RawWay::shared_memory, false},
                              {"bare shared memory, spinning", measure::RawWay::shared_memory, true}};

bool may_spin(const std::string& name) {
  return name.find("spinning") == std::string::npos || measure::usable_processors().size() > 1;
}

// As many octets as dimma's messages have.
measure::MessageSizes sizes_at(Pair* pair, const std::string& operation) {
  constexpr measure::MessageSizes usual = {76, 24};
  return pair != nullptr ? pair->server().message_sizes(operation) : usual;
}

// Of so many threads, each with a QoS and a client of its own.
void play_threads(Session& session, Study& into, std::size_t threads, const std::vector<ByQos>& qos,
                  const std::vector<std::string>& client_options) {
  Arena arena(session, into);
  std::vector<Part> parts;
  std::vector<std::string> options = {"--threads", std::to_string(threads)};
  Pair* first = nullptr;
  for (const auto& [name, client, server, lower] : qos) {
    auto own = options;
    if (std::string(name).find("default") != std::string::npos) {
      own.insert(own.end(), client_options.begin(), client_options.end());
    }
    Pair* const pair = arena.start(name, Kind::dimma, lower, [&, client = client, server = server] {
      return time_pair(arena, client, server, own);
    });
    first = first == nullptr ? pair : first;
    parts.push_back({name, Kind::dimma, lower, pair, null_rpc});
  }
  const auto sizes = sizes_at(first, null_rpc);
  parts.push_back({bare_tcp, Kind::bare, "",
                   arena.start(bare_tcp, Kind::bare, "",
                               [&] { return Pair::of_sockets(sizes, null_rpc, threads, arena.placement()); }),
                   null_rpc});
  parts.push_back({"omniORB", Kind::peer, bare_tcp,
                   arena.start("omniORB", Kind::peer, bare_tcp, [&] { return omni_pair(arena, options); }), null_rpc});
  arena.play(static_cast<double>(threads), parts);
}

}  // namespace

bool is_built(const MorePeer& peer) {
  const std::string program = measure::program_folder() + '/' + peer.program;
  return ::access((program + "_time_server").c_str(), X_OK) == 0 &&
         ::access((program + "_time_client").c_str(), X_OK) == 0;
}

std::unique_ptr<Pair> time_pair(const Arena& arena, const std::string& client_qos, const std::string& server_qos,
                                const std::vector<std::string>& client_options) {
  std::vector<std::string> client = {"time_client", "--qos", client_qos};
  client.insert(client.end(), client_options.begin(), client_options.end());
  return Pair::of_programs({"time_server", "--qos", server_qos}, client, arena.placement());
}

std::unique_ptr<Pair> omni_pair(const Arena& arena, const std::vector<std::string>& client_options,
                                const std::vector<std::string>& server_options) {
  std::vector<std::string> client = {"omni_time_client"};
  std::vector<std::string> server = {"omni_time_server"};
  client.insert(client.end(), client_options.begin(), client_options.end());
  server.insert(server.end(), server_options.begin(), server_options.end());
  return Pair::of_programs(server, client, arena.placement());
}

void report_null_rpc(Session& session, Study& into) {
  into.title = "A call without parameters, by QoS";
  into.question =
      "What a call costs, what of it is the layer below, and how it spreads: each QoS of the report's table, "
      "each transport, the peer, and the bare programs with as many octets.";
  into.plots = {"net", "box", "distribution"};
  Arena arena(session, into);
  measure::TemporaryFolder folder;
  session.progress.steps(std::size(by_qos) + std::size(bare_ways) + 2 + session.settings.turns);
  std::vector<Part> dimma, parts;
  Pair* first = nullptr;
  for (const auto& [name, client, server, lower] : by_qos) {
    if (!may_spin(name)) continue;
    Pair* const pair = arena.start(name, Kind::dimma, lower,
                                   [&, client = client, server = server] { return time_pair(arena, client, server); });
    first = first == nullptr ? pair : first;
    dimma.push_back({name, Kind::dimma, lower, pair, null_rpc});
  }
  const auto sizes = sizes_at(first, null_rpc);
  for (const auto& [name, way, spins] : bare_ways) {
    if (!may_spin(name)) continue;
    Pair* const pair = arena.start(name, Kind::bare, "", [&, way = way, spins = spins] {
      return Pair::of_raw(way, spins, sizes, null_rpc, arena.placement());
    });
    parts.push_back({name, Kind::bare, "", pair, null_rpc});
  }
  Pair* const omni = arena.start("omniORB", Kind::peer, bare_tcp, [&] { return omni_pair(arena); });
  Pair* const omni_unix = arena.start("omniORB, Unix socket", Kind::peer, "bare Unix socket", [&] {
    return omni_pair(arena, {}, {"-ORBendPoint", "giop:unix:" + folder.path() + "/omni"});
  });
  parts.push_back({"omniORB", Kind::peer, bare_tcp, omni, null_rpc});
  parts.push_back({"omniORB, Unix socket", Kind::peer, "bare Unix socket", omni_unix, null_rpc});
  for (const MorePeer& peer : more_peers) {
    if (!is_built(peer)) continue;
    const std::string program = std::string(peer.program) + "_time_";
    Pair* const pair = arena.start(peer.name, Kind::peer, bare_tcp, [&] {
      return Pair::of_programs({program + "server"}, {program + "client"}, arena.placement());
    });
    parts.push_back({peer.name, Kind::peer, bare_tcp, pair, null_rpc});
  }
  parts.insert(parts.end(), dimma.begin(), dimma.end());
  arena.play(0, parts, true);
}

void report_oneway(Session& session, Study& into) {
  constexpr const char* oneway = "oneway_null_param";
  into.title = "A oneway, at its sender";
  into.question =
      "What it takes to hand a message without parameters over. The time is the caller's; when a turn is over, "
      "an answer is waited for, so that nothing is left behind.";
  into.plots = {"net", "box"};
  Arena arena(session, into);
  Pair* const full =
      arena.start("dimma, Full QoS", Kind::dimma, bare_tcp, [&] { return time_pair(arena, full_qos, full_qos); });
  Pair* const plain = arena.start("dimma, no QoS", Kind::dimma, bare_tcp,
                                  [&] { return time_pair(arena, "transport=tcp", "transport=tcp"); });
  Pair* const shm = arena.start("dimma, shared memory", Kind::dimma, "", [&] {
    return time_pair(arena, "transport=shm,processing=nullTask,messages=1",
                     "transport=shm,processing=nullTask,messages=1");
  });
  const auto sizes = sizes_at(full, oneway);
  Pair* const bare = arena.start(bare_tcp, Kind::bare, "", [&] {
    return Pair::of_sockets({sizes.request, 0}, oneway, 1, arena.placement());
  });
  Pair* const omni = arena.start("omniORB", Kind::peer, bare_tcp, [&] { return omni_pair(arena); });
  session.progress.steps(5 + session.settings.turns);
  arena.play(0,
             {{bare_tcp, Kind::bare, "", bare, oneway},
              {"omniORB", Kind::peer, bare_tcp, omni, oneway},
              {"dimma, no QoS", Kind::dimma, bare_tcp, plain, oneway},
              {"dimma, Full QoS", Kind::dimma, bare_tcp, full, oneway},
              {"dimma, shared memory", Kind::dimma, "", shm, oneway}},
             true);
}

void report_threads(Session& session, Study& into) {
  into.title = "Many threads of one client";
  into.question =
      "How the rate grows, and how long a call takes, when 1 to 64 threads of a process call one server at "
      "once. Time over the number of threads takes out that they share the processors.";
  into.plots = {"rate", "per-thread", "line"};
  into.axis = "threads";
  const std::vector<std::size_t> all = session.settings.quick ? std::vector<std::size_t>{1, 4, 16, 64}
                                                              : std::vector<std::size_t>{1, 2, 4, 8, 16, 32, 64};
  const std::vector<ByQos> qos = {{"dimma, default, one binding", "transport=tcp", "transport=tcp", bare_tcp},
                                  {"dimma, a channel for each", full_qos, full_qos, bare_tcp}};
  session.progress.steps(all.size() * (4 + session.settings.turns));
  for (const std::size_t threads : all) play_threads(session, into, threads, qos, {"--one-binding"});
}

void report_pools(Session& session, Study& into) {
  into.title = "A server's pool, by its size";
  into.question =
      "Eight threads call a server whose messages are processed by a pool of so many threads (processing=pool(n)), "
      "and one whose clients have a channel with so many threads of its own.";
  into.plots = {"rate", "line"};
  into.axis = "threads in the pool";
  const std::vector<std::size_t> all = {1, 2, 4, 8, 16};
  session.progress.steps(all.size() * (2 + session.settings.turns));
  for (const std::size_t size : all) {
    Arena arena(session, into);
    const std::string pool = "transport=tcp,processing=pool(" + std::to_string(size) + ")";
    const std::vector<std::string> options = {"--threads", "8", "--one-binding"};
    Pair* const server = arena.start("pool at the server", Kind::dimma, "",
                                     [&] { return time_pair(arena, "transport=tcp", pool, options); });
    Pair* const client = arena.start("pool at the client", Kind::dimma, "",
                                     [&] { return time_pair(arena, pool, "transport=tcp", options); });
    arena.play(static_cast<double>(size), {{"pool at the server", Kind::dimma, "", server, null_rpc},
                                           {"pool at the client", Kind::dimma, "", client, null_rpc}});
  }
}

void report_over_time(Session& session, Study& into) {
  into.title = "Latency over time";
  into.question =
      "Whether calls take the same time all along, and how far the slow ones lie from the usual ones: a point "
      "for each turn, in the order in which they were taken.";
  into.plots = {"over-time", "distribution"};
  Arena arena(session, into);
  Pair* const full =
      arena.start("dimma, Full QoS", Kind::dimma, bare_tcp, [&] { return time_pair(arena, full_qos, full_qos); });
  const auto sizes = sizes_at(full, null_rpc);
  Pair* const bare = arena.start(bare_tcp, Kind::bare, "", [&] {
    return Pair::of_raw(measure::RawWay::tcp, false, sizes, null_rpc, arena.placement());
  });
  Pair* const omni = arena.start("omniORB", Kind::peer, bare_tcp, [&] { return omni_pair(arena); });
  const Settings before = session.settings;
  session.settings.turns *= 4;
  session.progress.steps(3 + session.settings.turns);
  const auto play = [&] {
    arena.play(0,
               {{bare_tcp, Kind::bare, "", bare, null_rpc},
                {"omniORB", Kind::peer, bare_tcp, omni, null_rpc},
                {"dimma, Full QoS", Kind::dimma, bare_tcp, full, null_rpc}},
               true);
  };
  try {
    play();
  } catch (...) {
    session.settings = before;
    throw;
  }
  session.settings = before;
}

}  // namespace bench
