// Arguments of each type and size, and how much one receive call takes at once.

#include "report/experiments.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace bench {
namespace {

constexpr std::array<const char*, 7> types = {"octet", "char", "long", "double", "string", "struct", "any"};
constexpr std::size_t header_octets = 80;  // of a request, about
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

std::unique_ptr<Pair> dimma_pair(const Arena& arena, const std::string& qos, const std::string& sizes) {
  const std::vector<std::string> room = {"--dimma-max-message", std::to_string(far_too_many)};
  std::vector<std::string> server = {"sizes_server", "--qos", qos};
  std::vector<std::string> client = {"sizes_client", "--qos", qos, "--sizes", sizes};
  server.insert(server.end(), room.begin(), room.end());
  client.insert(client.end(), room.begin(), room.end());
  return Pair::of_programs(server, client, arena.placement());
}

std::unique_ptr<Pair> omni_sizes_pair(const Arena& arena, const std::string& sizes) {
  const std::vector<std::string> room = {"-ORBgiopMaxMsgSize", std::to_string(far_too_many)};
  std::vector<std::string> server = {"omni_sizes_server"};
  std::vector<std::string> client = {"omni_sizes_client", "--sizes", sizes};
  server.insert(server.end(), room.begin(), room.end());
  client.insert(client.end(), room.begin(), room.end());
  return Pair::of_programs(server, client, arena.placement());
}

// The bare socket moves as many octets, whatever their type.
Part bare_part(Arena& arena, std::size_t octets) {
  const measure::MessageSizes sizes = {static_cast<std::uint32_t>(header_octets + octets), reply_octets};
  Pair* const pair = arena.start("bare TCP socket", Kind::bare, "", [&] {
    return Pair::of_sockets(sizes, operation("octet", octets), 1, arena.placement());
  });
  return {"bare TCP socket", Kind::bare, "", pair, operation("octet", octets)};
}

}  // namespace

void report_sizes(Session& session, Study& into) {
  into.title = "Arguments, by type and size";
  into.question =
      "What an argument costs: a fixed part for each call, and one for each octet, gross and net of a bare "
      "socket that moves as many octets. An Any's contents are taken out at the server.";
  into.plots = {"by-type", "parts"};
  into.axis = "octets";
  into.by_octets = true;
  const auto sizes = sizes_up_to(session.settings.largest, session.settings.quick);
  Arena arena(session, into);
  Pair* const dimma = arena.start("dimma, octet", Kind::dimma, "bare TCP socket",
                                  [&] { return dimma_pair(arena, full_qos, joined(sizes)); });
  Pair* const omni = arena.start("omniORB, octet", Kind::peer, "bare TCP socket",
                                 [&] { return omni_sizes_pair(arena, joined(sizes)); });
  session.progress.steps(sizes.size() * (1 + 2 * types.size() + session.settings.turns));
  for (const std::size_t octets : sizes) {
    std::vector<Part> parts = {bare_part(arena, octets)};
    for (const std::string type : types) {
      parts.push_back({"omniORB, " + type, Kind::peer, "bare TCP socket", omni, operation(type, octets)});
      parts.push_back({"dimma, " + type, Kind::dimma, "bare TCP socket", dimma, operation(type, octets)});
    }
    arena.play(static_cast<double>(octets), parts);
  }
}

void report_read_ahead(Session& session, Study& into) {
  into.title = "Read-ahead";
  into.question =
      "What it is worth to take more than a message's header by one receive call, by the size of an argument "
      "of octets. Full QoS, over TCP.";
  into.plots = {"line"};
  into.axis = "octets";
  into.by_octets = true;
  const std::vector<std::size_t> sizes = {64, 1024, 16 * 1024, 256 * 1024};
  Arena arena(session, into);
  std::vector<Part> parts;
  for (const std::string& read_ahead : std::vector<std::string>{"off", "4k", "64k"}) {
    const std::string name = "read-ahead " + read_ahead;
    Pair* const pair = arena.start(name, Kind::dimma, "bare TCP socket", [&] {
      return dimma_pair(arena, std::string(full_qos) + ",read-ahead=" + read_ahead, joined(sizes));
    });
    parts.push_back({name, Kind::dimma, "bare TCP socket", pair, ""});
  }
  session.progress.steps(sizes.size() * (parts.size() + 1 + session.settings.turns));
  for (const std::size_t octets : sizes) {
    for (Part& part : parts) part.operation = operation("octet", octets);
    auto all = parts;
    all.push_back(bare_part(arena, octets));
    arena.play(static_cast<double>(octets), all);
  }
}

}  // namespace bench
