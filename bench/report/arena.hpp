#pragma once
// The processes of one experiment, and their turns. Each pair of server and client is one that runs while it is its
// turn and is stopped otherwise, so that who spins does not take the processor from the others. A pair whose process
// dies drops out, which is noted, and the others go on.

#include "contenders.hpp"
#include "measure/raw_loop.hpp"
#include "report/session.hpp"

#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace bench {

// A server process and a client process.
class Pair {
 public:
  static std::unique_ptr<Pair> of_programs(const std::vector<std::string>& server,
                                           const std::vector<std::string>& client, const measure::Placement& placement);
  static std::unique_ptr<Pair> of_raw(measure::RawWay way, bool spins, measure::MessageSizes sizes,
                                      const std::string& operation, const measure::Placement& placement);
  static std::unique_ptr<Pair> of_sockets(measure::MessageSizes sizes, const std::string& operation,
                                          std::size_t threads, const measure::Placement& placement);
  // A client of its own making at a server.
  static std::unique_ptr<Pair> of_client(std::unique_ptr<measure::TimeServer> server, measure::Child client);
  static std::unique_ptr<Pair> of_children(measure::Child server, measure::Child client);

  measure::Contender& client() { return raw_ ? raw_->client() : *client_; }
  measure::TimeServer& server() { return *server_; }
  void let_run(bool runs);
  // The end of its server in words; empty while it runs.
  std::string fate_of_server() const { return server_ ? server_->fate() : std::string(); }

 private:
  std::unique_ptr<measure::TimeServer> server_;
  std::optional<measure::Child> bare_server_;
  std::unique_ptr<measure::SocketServer> sockets_;
  std::unique_ptr<measure::RawLoop> raw_;
  std::optional<measure::Contender> client_;
};

// One series' part in a round of turns.
struct Part {
  std::string series;
  Kind kind;
  std::string lower;
  Pair* pair;  // nullptr: it could not be started
  std::string operation;
  std::size_t calls_least = 1;  // in a turn, however long that takes
};

class Arena {
 public:
  Arena(Session& session, Study& experiment) : session_(session), experiment_(experiment) {}

  const measure::Placement& placement() const { return placement_; }

  // Starts a pair, or notes why the series is without one and gives nullptr.
  Pair* start(const std::string& series, Kind kind, const std::string& lower,
              const std::function<std::unique_ptr<Pair>()>& make);

  // Likewise, as a part of rounds of that operation.
  Part enter(const std::string& series, Kind kind, const std::string& lower, const std::string& operation,
             const std::function<std::unique_ptr<Pair>()>& make) {
    return {series, kind, lower, start(series, kind, lower, make), operation};
  }

  // Lets all warm up and take their turns at this place of the axis, in random order: fewer, but not less than
  // five, where a call takes longer than a turn should. `with_spread`: what the single
  // calls took is kept too. `turns`: as many instead of those that the session says. A pair is one of several series at
  // most once a round.
  void play(double x, const std::vector<Part>& parts, bool with_spread = false, std::optional<std::size_t> turns = {});
  // Ends all processes.
  void clear() { pairs_.clear(); }

 private:
  struct Player {
    Part part;
    std::size_t calls;
  };
  // Nothing: the pair has dropped out.
  template <class Work>
  bool run(const Part& part, Work work);
  // Those that have not dropped out; `slowest_ms` becomes at least what a call of the slowest takes.
  std::vector<Player> warm_up_all(double x, const std::vector<Part>& parts, double& slowest_ms);
  // Returns true if so many turns have to do, since the run takes too long.
  bool is_enough(std::size_t turns) const;
  Sample& sample_of(const Part& part, double x);

  Session& session_;
  Study& experiment_;
  const measure::Placement placement_ = measure::apart();
  std::list<std::unique_ptr<Pair>> pairs_;
  std::vector<Pair*> dropped_out_;
  std::mt19937 random_{2046};
};

}  // namespace bench
