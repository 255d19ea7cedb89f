// Calls without parameters: by QoS, as oneways, by threads, by pools, and over time.

#include "report/experiments.hpp"

#include <algorithm>

namespace bench {
namespace {

constexpr const char* plain_qos = "transport=tcp";

struct ByQos {
  const char* name;
  const char* client;
  const char* server;
  const char* lower;
};
constexpr ByQos by_qos[] = {
    {"dimma, no QoS", plain_qos, plain_qos, bare_tcp},
    {"dimma, client QoS", full_qos, plain_qos, bare_tcp},
    {"dimma, server QoS", plain_qos, full_qos, bare_tcp},
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

// The sizes of dimma's messages.
measure::MessageSizes sizes_at(Pair* pair, const std::string& operation) {
  return pair != nullptr ? pair->server().message_sizes(operation) : usual_sizes;
}

// Measures calls by that number of threads.
void play_threads(Session& session, Study& into, std::size_t threads) {
  Arena arena(session, into);
  const std::vector<std::string> options = {"--threads", std::to_string(threads)};
  auto one_binding = options;
  one_binding.emplace_back("--one-binding");
  std::vector<Part> parts = {
      arena.enter("dimma, default, one binding", Kind::dimma, bare_tcp, null_rpc,
                  [&] { return time_pair(arena, plain_qos, plain_qos, one_binding); }),
      arena.enter("dimma, a channel for each", Kind::dimma, bare_tcp, null_rpc,
                  [&] { return time_pair(arena, full_qos, full_qos, options); }),
      arena.enter("omniORB", Kind::peer, bare_tcp, null_rpc, [&] { return omni_pair(arena, options); })};
  const auto sizes = sizes_at(parts[0].pair, null_rpc);
  parts.push_back(arena.enter(bare_tcp, Kind::bare, "", null_rpc,
                              [&] { return Pair::of_sockets(sizes, null_rpc, threads, arena.placement()); }));
  for (const MorePeer& peer : more_peers) {
    if (peer.any_thread) enter_peer(arena, parts, peer, null_rpc, options);
  }
  arena.play(static_cast<double>(threads), parts);
}

}  // namespace

bool is_built(const MorePeer& peer) {
  const std::string program = peer.program;
  return is_built(program + "_time_server") && is_built(program + "_time_client");
}

void enter_peer(Arena& arena, std::vector<Part>& parts, const MorePeer& peer, const std::string& operation,
                const std::vector<std::string>& options) {
  if (!is_built(peer)) return;
  const std::string program = std::string(peer.program) + "_time_";
  std::vector<std::string> client = {program + "client"};
  client.insert(client.end(), options.begin(), options.end());
  parts.push_back(arena.enter(peer.name, Kind::peer, bare_tcp, operation,
                              [&] { return Pair::of_programs({program + "server"}, client, arena.placement()); }));
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
  Arena arena(session, into);
  measure::TemporaryFolder folder;
  session.progress.steps(std::size(by_qos) + std::size(bare_ways) + 2 + session.settings.turns);
  std::vector<Part> dimma, parts;
  for (const auto& [name, client, server, lower] : by_qos) {
    if (!may_spin(name)) continue;
    dimma.push_back(arena.enter(name, Kind::dimma, lower, null_rpc,
                                [&, client = client, server = server] { return time_pair(arena, client, server); }));
  }
  const auto sizes = sizes_at(dimma[0].pair, null_rpc);
  for (const auto& [name, way, spins] : bare_ways) {
    if (!may_spin(name)) continue;
    parts.push_back(arena.enter(name, Kind::bare, "", null_rpc, [&, way = way, spins = spins] {
      return Pair::of_raw(way, spins, sizes, null_rpc, arena.placement());
    }));
  }
  parts.push_back(arena.enter("omniORB", Kind::peer, bare_tcp, null_rpc, [&] { return omni_pair(arena); }));
  parts.push_back(arena.enter("omniORB, Unix socket", Kind::peer, "bare Unix socket", null_rpc, [&] {
    return omni_pair(arena, {}, {"-ORBendPoint", "giop:unix:" + folder.path() + "/omni"});
  }));
  for (const MorePeer& peer : more_peers) enter_peer(arena, parts, peer, null_rpc);
  parts.insert(parts.end(), dimma.begin(), dimma.end());
  arena.play(0, parts, true);
}

void report_oneway(Session& session, Study& into) {
  constexpr const char* oneway = "oneway_null_param";
  constexpr const char* shm_qos = "transport=shm,processing=nullTask,messages=1";
  Arena arena(session, into);
  std::vector<Part> parts = {
      arena.enter("dimma, no QoS", Kind::dimma, bare_tcp, oneway,
                  [&] { return time_pair(arena, plain_qos, plain_qos); }),
      arena.enter("dimma, Full QoS", Kind::dimma, bare_tcp, oneway,
                  [&] { return time_pair(arena, full_qos, full_qos); }),
      arena.enter("dimma, shared memory", Kind::dimma, "", oneway, [&] { return time_pair(arena, shm_qos, shm_qos); }),
      arena.enter("omniORB", Kind::peer, bare_tcp, oneway, [&] { return omni_pair(arena); })};
  const auto sizes = sizes_at(parts[0].pair, oneway);
  parts.push_back(arena.enter(bare_tcp, Kind::bare, "", oneway, [&] {
    return Pair::of_sockets({sizes.request, 0}, oneway, 1, arena.placement());
  }));
  for (const MorePeer& peer : more_peers) {
    if (peer.oneways) enter_peer(arena, parts, peer, oneway);
  }
  session.progress.steps(parts.size() + session.settings.turns);
  arena.play(0, parts, true);
}

void report_threads(Session& session, Study& into) {
  const std::vector<std::size_t> all = session.settings.quick ? std::vector<std::size_t>{1, 4, 16, 64}
                                                              : std::vector<std::size_t>{1, 2, 4, 8, 16, 32, 64};
  session.progress.steps(all.size() * (4 + session.settings.turns));
  for (const std::size_t threads : all) play_threads(session, into, threads);
}

void report_pools(Session& session, Study& into) {
  const std::vector<std::size_t> all = {1, 2, 4, 8, 16};
  session.progress.steps(all.size() * (2 + session.settings.turns));
  for (const std::size_t size : all) {
    Arena arena(session, into);
    const std::string pool = "transport=tcp,processing=pool(" + std::to_string(size) + ")";
    const std::vector<std::string> options = {"--threads", "8", "--one-binding"};
    arena.play(static_cast<double>(size), {arena.enter("pool at the server", Kind::dimma, "", null_rpc,
                                                       [&] { return time_pair(arena, plain_qos, pool, options); }),
                                           arena.enter("pool at the client", Kind::dimma, "", null_rpc,
                                                       [&] { return time_pair(arena, pool, plain_qos, options); })});
  }
}

void report_over_time(Session& session, Study& into) {
  Arena arena(session, into);
  std::vector<Part> parts = {arena.enter("dimma, Full QoS", Kind::dimma, bare_tcp, null_rpc,
                                         [&] { return time_pair(arena, full_qos, full_qos); }),
                             arena.enter("omniORB", Kind::peer, bare_tcp, null_rpc, [&] { return omni_pair(arena); })};
  const auto sizes = sizes_at(parts[0].pair, null_rpc);
  parts.push_back(arena.enter(bare_tcp, Kind::bare, "", null_rpc, [&] {
    return Pair::of_raw(measure::RawWay::tcp, false, sizes, null_rpc, arena.placement());
  }));
  const std::size_t turns = session.settings.turns * 4;
  session.progress.steps(parts.size() + turns);
  arena.play(0, parts, true, turns);
}

}  // namespace bench
