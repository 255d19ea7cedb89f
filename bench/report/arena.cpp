#include "report/arena.hpp"

#include <algorithm>

namespace bench {
namespace {

// In a turn. If other programs compete for the processors, a call of a program that spins can take long.
constexpr std::size_t calls_max = 50'000;
constexpr std::size_t turns_least = 5;
constexpr std::size_t turns_least_when_late = 3;
constexpr double much = 1.15;

std::vector<std::string> without_first(const std::vector<std::string>& words) {
  return {words.begin() + 1, words.end()};
}

// The number of calls that take about `turn_ms`, determined by making some.
std::size_t calls_in_a_turn(measure::Contender& client, const std::string& operation, std::size_t turn_ms,
                            double& call_ms) {
  const auto in_ms = [](double per_s, std::size_t ms, std::size_t most) {
    return std::clamp<std::size_t>(static_cast<std::size_t>(per_s * static_cast<double>(ms) / 1000), 1, most);
  };
  client.run(operation, 1);
  // If two calls are slow, the reason is not a disturbance.
  for (int tries = 0; tries < 2; ++tries) {
    call_ms = 1000 / client.run(operation, 1).calls_per_s;
    if (call_ms <= static_cast<double>(turn_ms)) break;
    if (tries == 1) return 1;
  }
  const double at_first = client.run(operation, 3).calls_per_s;
  const double later = client.run(operation, in_ms(at_first, turn_ms / 10, 1000)).calls_per_s;
  call_ms = 1000 / later;
  return in_ms(later, turn_ms, calls_max);
}

}  // namespace

std::unique_ptr<Pair> Pair::of_programs(const std::vector<std::string>& server, const std::vector<std::string>& client,
                                        const measure::Placement& placement) {
  auto pair = std::make_unique<Pair>();
  pair->server_ = std::make_unique<measure::TimeServer>(server[0], without_first(server), placement.server);
  pair->client_ = time_client(client[0], without_first(client), *pair->server_, placement.client);
  return pair;
}

std::unique_ptr<Pair> Pair::of_raw(measure::RawWay way, bool spins, measure::MessageSizes sizes,
                                   const std::string& operation, const measure::Placement& placement) {
  auto pair = std::make_unique<Pair>();
  pair->raw_ = std::make_unique<measure::RawLoop>(way, spins, sizes, operation, placement);
  return pair;
}

std::unique_ptr<Pair> Pair::of_sockets(measure::MessageSizes sizes, const std::string& operation, std::size_t threads,
                                       const measure::Placement& placement) {
  auto pair = std::make_unique<Pair>();
  pair->sockets_ = std::make_unique<measure::SocketServer>(placement.server);
  pair->client_ = socket_client(*pair->sockets_, operation, sizes, placement.client, threads);
  return pair;
}

std::unique_ptr<Pair> Pair::of_client(std::unique_ptr<measure::TimeServer> server, measure::Child client) {
  auto pair = std::make_unique<Pair>();
  pair->server_ = std::move(server);
  pair->client_.emplace(std::move(client));
  return pair;
}

std::unique_ptr<Pair> Pair::of_children(measure::Child server, measure::Child client) {
  auto pair = std::make_unique<Pair>();
  pair->bare_server_.emplace(std::move(server));
  pair->client_.emplace(std::move(client));
  return pair;
}

void Pair::let_run(bool runs) {
  if (server_) runs ? server_->resume() : server_->pause();
  if (raw_) runs ? raw_->server().resume() : raw_->server().pause();
}

Pair* Arena::start(const std::string& series, Kind kind, const std::string& lower,
                   const std::function<std::unique_ptr<Pair>()>& make) {
  Session::check();
  Series& into = experiment_.named(series, kind, lower);
  try {
    pairs_.push_back(make());
  } catch (const std::exception& exception) {
    Session::check();
    into.failure = exception.what();
    return nullptr;
  }
  pairs_.back()->let_run(false);
  return pairs_.back().get();
}

template <class Work>
bool Arena::run(const Part& part, Work work) {
  Session::check();
  std::string& failure = experiment_.named(part.series, part.kind, part.lower).failure;
  if (part.pair == nullptr || std::find(dropped_out_.begin(), dropped_out_.end(), part.pair) != dropped_out_.end()) {
    if (failure.empty()) failure = "its process is gone";
    return false;
  }
  part.pair->let_run(true);
  try {
    work(part.pair->client());
  } catch (const std::exception& exception) {
    Session::check();  // a signal from the terminal ends the processes too
    failure = exception.what();
    if (const auto fate = part.pair->fate_of_server(); !fate.empty()) failure += "; " + fate;
    dropped_out_.push_back(part.pair);
    return false;
  }
  part.pair->let_run(false);
  return true;
}

Sample& Arena::sample_of(const Part& part, double x) {
  auto& samples = experiment_.named(part.series, part.kind, part.lower).samples;
  const auto found = std::find_if(samples.begin(), samples.end(), [x](const Sample& sample) { return sample.x == x; });
  return found == samples.end() ? samples.emplace_back(Sample{.x = x}) : *found;
}

std::vector<Arena::Player> Arena::warm_up_all(double x, const std::vector<Part>& parts, double& slowest_ms) {
  std::vector<Player> players;
  for (const Part& part : parts) {
    run(part, [&](measure::Contender& client) {
      double call_ms = 0;
      const std::size_t calls =
          std::max(calls_in_a_turn(client, part.operation, session_.settings.turn_ms, call_ms), part.calls_least);
      slowest_ms = std::max(slowest_ms, call_ms * static_cast<double>(calls));
      const bool is_late = session_.progress.is_late(much);
      sample_of(part, x).steady = warm_up(client, part.operation, calls, is_late).steady;
      players.push_back({part, calls});
    });
    session_.progress.step();
  }
  return players;
}

bool Arena::is_enough(std::size_t turns) const {
  if (turns >= turns_least) return session_.progress.is_late();
  return turns >= turns_least_when_late && session_.progress.is_late(much);
}

void Arena::play(double x, const std::vector<Part>& parts, bool with_spread, std::optional<std::size_t> wanted) {
  const std::size_t asked = wanted.value_or(session_.settings.turns);
  const auto turn_ms = static_cast<double>(session_.settings.turn_ms);
  double slowest_ms = turn_ms;
  auto players = warm_up_all(x, parts, slowest_ms);
  const auto fewer = static_cast<std::size_t>(static_cast<double>(asked) * turn_ms / slowest_ms);
  const std::size_t turns = std::max(fewer, std::min(asked, turns_least));
  std::size_t taken = 0;
  for (; taken < turns && !is_enough(taken); ++taken) {
    std::shuffle(players.begin(), players.end(), random_);
    for (const Player& player : players) {
      run(player.part, [&](measure::Contender& client) {
        sample_of(player.part, x).turns.push_back(client.run(player.part.operation, player.calls));
      });
    }
    session_.progress.step();
  }
  if (taken < turns) session_.results.cut_short.insert(experiment_.name);
  for (std::size_t left = taken; left < asked; ++left) session_.progress.step();
  for (const Player& player : players) {
    const std::string& operation = player.part.operation;
    run(player.part, [&](measure::Contender& client) {
      if (with_spread) sample_of(player.part, x).spread = client.spread(operation);
      client.forget(operation);
    });
  }
}

}  // namespace bench
