// Many calls in progress from one thread.

#include "contenders_in_progress.hpp"
#include "report/experiments.hpp"

namespace bench {

void report_asynchronous(Session& session, Study& into) {
  const std::vector<std::size_t> all =
      session.settings.quick ? std::vector<std::size_t>{1, 32, 1000} : std::vector<std::size_t>{1, 32, 1000, 10'000};
  const auto contenders = asynchronous_contenders();
  const std::size_t series = std::size(asynchronous_operations) * (contenders.size() + 1);
  session.progress.steps(all.size() * (series + session.settings.turns));
  for (const std::size_t in_progress : all) {
    Arena arena(session, into);
    std::vector<Part> parts;
    const auto enter = [&](std::string name, const Asynchronous& who, const char* operation, std::size_t count) {
      if (operation != std::string(null_call)) name += ", string";
      const Kind kind = who.name == "dimma" ? Kind::dimma : Kind::peer;
      parts.push_back(arena.enter(name, kind, "", operation, [&] {
        return Pair::of_programs(who.server, client_of(who, count), arena.placement());
      }));
      parts.back().calls_least = calls_least(count);
    };
    for (const auto& [operation, sizes] : asynchronous_operations) {
      enter("dimma, a thread that blocks", contenders.front(), operation, 0);
      for (const Asynchronous& who : contenders) enter(who.name, who, operation, in_progress);
    }
    arena.play(static_cast<double>(in_progress), parts);
  }
}

}  // namespace bench
