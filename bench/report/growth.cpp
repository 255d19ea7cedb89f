// The time of a call by the size of the table in which it is looked up.

#include "growth_contenders.hpp"
#include "report/experiments.hpp"

namespace bench {
namespace {

constexpr std::size_t series_max = 5;

void enter(Arena& arena, std::vector<Part>& parts, const char* what, const std::vector<Grown>& all) {
  for (const Grown& grown : all) {
    parts.push_back(
        arena.enter(grown.who + ", " + what, grown.who == "dimma" ? Kind::dimma : Kind::peer, "", "any", [&] {
          auto server =
              std::make_unique<measure::TimeServer>(grown.server, grown.server_options, arena.placement().server);
          std::vector<std::string> client = {measure::program_folder() + '/' + grown.client, "--objects",
                                             server->folder() + "/objects.ior"};
          client.insert(client.end(), grown.client_options.begin(), grown.client_options.end());
          return Pair::of_client(std::move(server), measure::Child::start(client, arena.placement().client));
        }));
  }
}

}  // namespace

void report_growth(Session& session, Study& into) {
  const std::vector<std::size_t> all = {1, 10, 100, 1000, 10'000};
  session.progress.steps(all.size() * (series_max + session.settings.turns));
  for (const std::size_t count : all) {
    Arena arena(session, into);
    std::vector<Part> parts;
    enter(arena, parts, "operations", grown_operations({count}));
    if (count <= called_max) enter(arena, parts, "POAs", grown_poas({count}));
    enter(arena, parts, "bindings", grown_bindings({count}));
    arena.play(static_cast<double>(count), parts);
  }
}

}  // namespace bench
