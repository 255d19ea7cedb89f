#pragma once
// The processes of one experiment, and their turns. Each pair of server and client runs during its turns and is stopped
// otherwise, so that a pair that spins does not take the processor from the others. A pair whose process dies drops
// out, which is noted, and the others continue.

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
  // Takes a client that the caller has started, and its server.
  static std::unique_ptr<Pair> of_client(std::unique_ptr<measure::TimeServer> server, measure::Child client);
  static std::unique_ptr<Pair> of_children(measure::Child server, measure::Child client);

  measure::Contender& client() { return raw_ ? raw_->client() : *client_; }
  measure::TimeServer& server() { return *server_; }
  void let_run(bool runs);
  // How the server ended, in words; empty while it runs.
  std::string fate_of_server() const { return server_ ? server_->fate() : std::string(); }

 private:
  std::unique_ptr<measure::TimeServer> server_;
  std::optional<measure::Child> bare_server_;
  std::unique_ptr<measure::SocketServer> sockets_;
  std::unique_ptr<measure::RawLoop> raw_;
  std::optional<measure::Contender> client_;
};

// The part of a series in a round of turns.
struct Part {
  std::string series;
  Kind kind;
  std::string lower;
  Pair* pair;  // nullptr: it could not be started
  std::string operation;
  std::size_t calls_least = 1;  // in a turn, even if they take longer than a turn should
};

class Arena {
 public:
  Arena(Session& session, Study& experiment) : session_(session), experiment_(experiment) {}

  const measure::Placement& placement() const { return placement_; }

  // Starts a pair. If that fails, notes the failure in the series and returns nullptr.
  Pair* start(const std::string& series, Kind kind, const std::string& lower,
              const std::function<std::unique_ptr<Pair>()>& make);

  // Likewise, as a part of rounds of that operation.
  Part enter(const std::string& series, Kind kind, const std::string& lower, const std::string& operation,
             const std::function<std::unique_ptr<Pair>()>& make) {
    return {series, kind, lower, start(series, kind, lower, make), operation};
  }

  // Warms all parts up and runs their turns for the value `x` of the axis, in random order: `turns`, or as many as the
  // session has. There are fewer turns if a turn takes longer than it should, but at least five, or three if the run is
  // more than 15 percent late. `with_spread` keeps the times of single calls too. A pair may be in one part of a round
  // only.
  void play(double x, const std::vector<Part>& parts, bool with_spread = false, std::optional<std::size_t> turns = {});
  // Ends all processes.
  void clear() { pairs_.clear(); }

 private:
  struct Player {
    Part part;
    std::size_t calls;
  };
  // Returns false if the pair has dropped out.
  template <class Work>
  bool run(const Part& part, Work work);
  // Returns the parts that have not dropped out. Raises `slowest_ms` to the time of the longest turn.
  std::vector<Player> warm_up_all(double x, const std::vector<Part>& parts, double& slowest_ms);
  // Returns true if that number of turns has to suffice, because the run is late.
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
