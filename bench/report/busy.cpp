// Many clients that call at once, compared with a bare server: the report's form of bench/many.cpp.

#include "many_contenders.hpp"
#include "report/experiments.hpp"

#include <memory>
#include <utility>

namespace bench {
namespace {

constexpr const char* bare_server = "bare epoll server";

struct Way {
  const char* name;
  const char* operation;  // many_client's name for it
  std::size_t calls_least;
};
constexpr Way together{"16 in progress on each", "pipelined-16", 4096};
constexpr Way in_turn{"one after the other", "round-64", 1024};

std::unique_ptr<Pair> at_bare_server(std::size_t count, const Arena& arena) {
  auto server = many_bare_server(usual_sizes.request, 1, arena.placement().server);
  auto clients = many_clients(server.where, count, arena.placement().client);
  return Pair::of_children(std::move(server.process), std::move(clients));
}

std::unique_ptr<Pair> at_dimma(std::size_t count, const Arena& arena) {
  auto server = std::make_unique<measure::TimeServer>("time_server", std::vector<std::string>{"--dimma-idle", "0s"},
                                                      arena.placement().server);
  auto clients = many_clients({"--reference", server->reqreply()}, count, arena.placement().client);
  return Pair::of_client(std::move(server), std::move(clients));
}

void play(Session& session, Study& into, const Way& way, std::size_t count) {
  Arena arena(session, into);
  const auto named = [&way](const char* who) { return std::string(who) + ", " + way.name; };
  std::vector<Part> parts = {
      arena.enter(named("dimma"), Kind::dimma, named(bare_server), way.operation,
                  [&] { return at_dimma(count, arena); }),
      arena.enter(named(bare_server), Kind::bare, "", way.operation, [&] { return at_bare_server(count, arena); })};
  for (Part& part : parts) part.calls_least = way.calls_least;
  arena.play(static_cast<double>(count), parts);
}

}  // namespace

void report_busy(Session& session, Study& into) {
  const std::vector<std::size_t> few = {1, 8, 64};
  std::vector<std::size_t> many = {64, 1000};
  if (!session.settings.quick) many.push_back(10'000);
  session.progress.steps((few.size() + many.size()) * (2 + session.settings.turns));
  for (const std::size_t count : few) play(session, into, together, count);
  for (const std::size_t count : many) {
    if (count <= connections_max()) {
      play(session, into, in_turn, count);
    } else {
      session.results.warnings.push_back("busy: " + std::to_string(count) +
                                         " connections were left out: a process may not have so many (ulimit -n)");
    }
  }
}

}  // namespace bench
