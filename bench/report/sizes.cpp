// The time of calls with arguments of each type and size, and by the octets that one receive call takes.

#include "report/experiments.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace bench {
namespace {

constexpr std::array<const char*, 7> types = {"octet", "char", "long", "double", "string", "struct", "any"};
// Sequences whose elements cannot be copied as a block.
constexpr std::array<const char*, 3> types_of_parts = {"strings", "unions", "anys"};
constexpr std::size_t parts_octets_max = std::size_t{1} << 20;
constexpr const char* bare_copying = "bare TCP socket and a copy";
constexpr std::size_t header_octets = 80;  // about those of a request
constexpr std::size_t reply_octets = 24;
constexpr std::size_t far_too_many = std::size_t{1} << 30;

std::vector<std::size_t> sizes_up_to(std::size_t largest, bool quick) {
  std::vector<std::size_t> sizes = {0};
  for (std::size_t octets = 64; octets <= largest; octets *= quick ? 32 : 16) sizes.push_back(octets);
  if (sizes.back() < largest) sizes.push_back(largest);
  return sizes;
}

std::string joined(const std::vector<std::size_t>& numbers) {
  std::ostringstream text;
  for (std::size_t i = 0; i < numbers.size(); ++i) text << (i == 0 ? "" : ",") << numbers[i];
  return text.str();
}

std::string operation(const std::string& type, std::size_t octets) { return type + '/' + std::to_string(octets); }

using Words = std::vector<std::string>;

std::unique_ptr<Pair> pair_with(const Arena& arena, Words server, Words client, const Words& both) {
  server.insert(server.end(), both.begin(), both.end());
  client.insert(client.end(), both.begin(), both.end());
  return Pair::of_programs(server, client, arena.placement());
}

std::unique_ptr<Pair> dimma_pair(const Arena& arena, const std::string& qos, const std::string& sizes,
                                 const Words& options = {}) {
  Words client = {"sizes_client", "--sizes", sizes};
  client.insert(client.end(), options.begin(), options.end());
  return pair_with(arena, {"sizes_server"}, client,
                   {"--qos", qos, "--dimma-max-message", std::to_string(far_too_many)});
}

std::unique_ptr<Pair> omni_sizes_pair(const Arena& arena, const std::string& sizes, const Words& options = {}) {
  Words client = {"omni_sizes_client", "--sizes", sizes};
  client.insert(client.end(), options.begin(), options.end());
  return pair_with(arena, {"omni_sizes_server"}, client, {"-ORBgiopMaxMsgSize", std::to_string(far_too_many)});
}

// A bare socket moves as many octets, without types.
Part bare_part(Arena& arena, std::size_t octets, const std::string& series = bare_tcp, bool is_copied = false) {
  const measure::MessageSizes sizes = {static_cast<std::uint32_t>(header_octets + octets), reply_octets,
                                       is_copied ? 1U : 0U};
  return arena.enter(series, Kind::bare, "", operation("octet", octets),
                     [&] { return Pair::of_sockets(sizes, operation("octet", octets), 1, arena.placement()); });
}

// A contender with arguments of one type. One pair of processes serves all sizes and types of an ORB.
struct ByType {
  std::string orb;
  std::string type;       // as it is shown
  std::string operation;  // as it is called
  Kind kind;
  std::string lower;
  Pair* pair;

  Part at(std::size_t octets) const {
    return {orb + ", " + type, kind, lower, pair, bench::operation(operation, octets)};
  }
};

}  // namespace

void report_sizes(Session& session, Study& into) {
  const auto sizes = sizes_up_to(session.settings.largest, session.settings.quick);
  const std::string all_sizes = joined(sizes);
  Arena arena(session, into);
  Pair* const omni =
      arena.start("omniORB, octet", Kind::peer, bare_tcp, [&] { return omni_sizes_pair(arena, all_sizes); });
  Pair* const dimma =
      arena.start("dimma, octet", Kind::dimma, bare_tcp, [&] { return dimma_pair(arena, full_qos, all_sizes); });
  std::vector<ByType> contenders;
  std::vector<ByType> of_parts;
  const auto add = [&](std::vector<ByType>& to, const std::string& type) {
    to.push_back({"omniORB", type, type, Kind::peer, bare_tcp, omni});
    to.push_back({"dimma", type, type, Kind::dimma, bare_tcp, dimma});
  };
  for (const char* const type : types) add(contenders, type);
  for (const char* const type : types_of_parts) add(of_parts, type);
  for (const MorePeer& peer : more_peers) {
    if (!is_built(peer)) continue;
    const std::string program = std::string(peer.program) + "_time_";
    Pair* const pair = arena.start(std::string(peer.name) + ", octet", Kind::peer, bare_tcp, [&] {
      return pair_with(arena, {program + "server"}, {program + "client", "--sizes", all_sizes}, {});
    });
    for (const std::string type : {"octet", "string"}) {
      contenders.push_back({peer.name, type, type, Kind::peer, bare_tcp, pair});
    }
  }
  const auto is_of_parts_too = [](std::size_t octets) { return octets <= parts_octets_max; };
  const auto sizes_of_parts = static_cast<std::size_t>(std::count_if(sizes.begin(), sizes.end(), is_of_parts_too));
  session.progress.steps(sizes.size() * (2 + contenders.size() + session.settings.turns) +
                         sizes_of_parts * of_parts.size());
  for (const std::size_t octets : sizes) {
    std::vector<Part> parts = {bare_part(arena, octets), bare_part(arena, octets, bare_copying, true)};
    for (const ByType& one : contenders) parts.push_back(one.at(octets));
    if (is_of_parts_too(octets)) {
      for (const ByType& one : of_parts) parts.push_back(one.at(octets));
    }
    arena.play(static_cast<double>(octets), parts);
  }
}

void report_characters(Session& session, Study& into) {
  constexpr const char* bare_wide = "bare TCP socket, two octets each";
  const std::vector<std::size_t> counts = session.settings.quick
                                              ? std::vector<std::size_t>{0, 64, 4096, 65'536}
                                              : std::vector<std::size_t>{0, 64, 1024, 16'384, 262'144, 1'048'576};
  const std::string all_counts = joined(counts);
  const Words converted = {"--converted"};
  Arena arena(session, into);
  Pair* const omni =
      arena.start("omniORB, as they are", Kind::peer, bare_tcp, [&] { return omni_sizes_pair(arena, all_counts); });
  Pair* const dimma =
      arena.start("dimma, as they are", Kind::dimma, bare_tcp, [&] { return dimma_pair(arena, full_qos, all_counts); });
  Pair* const omni_converts = arena.start("omniORB, as UTF-8", Kind::peer, bare_tcp,
                                          [&] { return omni_sizes_pair(arena, all_counts, converted); });
  Pair* const dimma_converts = arena.start("dimma, as UTF-8", Kind::dimma, bare_tcp,
                                           [&] { return dimma_pair(arena, full_qos, all_counts, converted); });
  const std::vector<ByType> contenders = {{"omniORB", "as they are", "text", Kind::peer, bare_tcp, omni},
                                          {"omniORB", "as UTF-8", "text", Kind::peer, bare_tcp, omni_converts},
                                          {"omniORB", "wide", "wide", Kind::peer, bare_wide, omni},
                                          {"dimma", "as they are", "text", Kind::dimma, bare_tcp, dimma},
                                          {"dimma", "as UTF-8", "text", Kind::dimma, bare_tcp, dimma_converts},
                                          {"dimma", "wide", "wide", Kind::dimma, bare_wide, dimma}};
  session.progress.steps(counts.size() * (2 + contenders.size() + session.settings.turns));
  for (const std::size_t count : counts) {
    std::vector<Part> parts = {bare_part(arena, count), bare_part(arena, 2 * count, bare_wide)};
    for (const ByType& one : contenders) parts.push_back(one.at(count));
    arena.play(static_cast<double>(count), parts);
  }
}

void report_read_ahead(Session& session, Study& into) {
  const std::vector<std::size_t> sizes = {64, 1024, 16 * 1024, 256 * 1024};
  Arena arena(session, into);
  std::vector<Part> parts;
  for (const std::string& read_ahead : std::vector<std::string>{"off", "4k", "64k"}) {
    const std::string name = "read-ahead " + read_ahead;
    Pair* const pair = arena.start(name, Kind::dimma, bare_tcp, [&] {
      return dimma_pair(arena, std::string(full_qos) + ",read-ahead=" + read_ahead, joined(sizes));
    });
    parts.push_back({name, Kind::dimma, bare_tcp, pair, ""});
  }
  session.progress.steps(sizes.size() * (parts.size() + 1 + session.settings.turns));
  for (const std::size_t octets : sizes) {
    for (Part& part : parts) part.operation = operation("octet", octets);
    auto all = parts;
    all.push_back(bare_part(arena, octets));
    arena.play(static_cast<double>(octets), all);
  }
}

void report_loans(Session& session, Study& into) {
  const std::vector<std::size_t> sizes = session.settings.quick
                                             ? std::vector<std::size_t>{4096, 1'048'576}
                                             : std::vector<std::size_t>{4096, 65'536, 1'048'576, 67'108'864};
  const std::string all_sizes = joined(sizes);
  const bool has_iceoryx2 = is_built(iceoryx2_server);
  Arena arena(session, into);
  Pair* const omni = arena.start("omniORB over TCP", Kind::peer, "", [&] { return omni_sizes_pair(arena, all_sizes); });
  struct Waiting {
    std::string wait;
    std::string lower;
    Pair* raw;
    Pair* dimma;
    Pair* iceoryx2;
  };
  std::vector<Waiting> ways;
  for (const std::string wait : {"block", "spin"}) {
    const std::string lower = "bare loop, " + wait;
    Pair* const raw = arena.start(lower, Kind::bare, "", [&] {
      return Pair::of_raw(measure::RawWay::shared_memory, wait == "spin", usual_sizes, "octet/0", arena.placement());
    });
    const std::string qos = "processing=nullTask,messages=1,transport=shm,wait=" + wait;
    const std::string loans = qos + ",loans=pool(2," + std::to_string(sizes.back()) + ")";
    const Words limit = {"--dimma-max-message", std::to_string(far_too_many)};
    Pair* const dimma = arena.start("loaned, " + wait, Kind::dimma, lower, [&] {
      return pair_with(arena, {"sizes_server", "--qos", qos}, {"sizes_client", "--sizes", all_sizes, "--qos", loans},
                       limit);
    });
    Pair* iceoryx2_pair = nullptr;
    if (has_iceoryx2) {
      iceoryx2_pair = arena.start("iceoryx2, " + wait, Kind::peer, lower, [&] {
        const Iceoryx2 programs = iceoryx2("publish-subscribe", wait, all_sizes, sizes.back());
        return Pair::of_programs(programs.server, programs.client, arena.placement());
      });
    }
    ways.push_back({wait, lower, raw, dimma, iceoryx2_pair});
  }
  session.progress.steps(sizes.size() * (1 + (has_iceoryx2 ? 4 : 3) * ways.size() + session.settings.turns));
  for (const std::size_t octets : sizes) {
    std::vector<Part> parts = {{"omniORB over TCP", Kind::peer, "", omni, operation("octet", octets)}};
    for (const Waiting& way : ways) {
      parts.push_back({way.lower, Kind::bare, "", way.raw, "octet/0"});
      parts.push_back({"loaned, " + way.wait, Kind::dimma, way.lower, way.dimma, operation("loaned", octets)});
      parts.push_back({"copied, " + way.wait, Kind::dimma, way.lower, way.dimma, operation("octet", octets)});
      if (has_iceoryx2) {
        parts.push_back({"iceoryx2, " + way.wait, Kind::peer, way.lower, way.iceoryx2, operation("loaned", octets)});
      }
    }
    arena.play(static_cast<double>(octets), parts);
  }
}

}  // namespace bench
