// The time of a call over shared memory with loaned octets, compared with calls that copy as many octets or have none,
// with a bare loop over shared memory, and with iceoryx2.

#include "contenders.hpp"
#include "experiment.hpp"
#include "loans_rows.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/raw_loop.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <random>

namespace bench {
namespace {

using measure::fixed;

constexpr unsigned shuffle_seed = 2046;
constexpr measure::MessageSizes null_sizes{76, 24};
constexpr const char* null_operation = "octet/0";
// omniORB's default limit is 2 MiB.
constexpr const char* message_max = "1073741824";

constexpr int warm_up_tries = 5;
constexpr double slow_us = 20'000;
constexpr double iceoryx2_goal = 1.5;

// A direction in which octets are sent, and the operations that do so.
struct Direction {
  const char* name;
  const char* loaned;
  const char* copied;
};
constexpr std::array<Direction, 2> directions = {
    {{"argument", "loaned", "octet"}, {"result", "loaned-result", "octet-result"}}};
// iceoryx2's messaging patterns. The first is the one of iceoryx2's own benchmark for payloads of any size; it is the
// faster one, and the goal refers to it.
constexpr const char* publish_subscribe = "publish-subscribe";
constexpr std::array<const char*, 2> patterns = {publish_subscribe, "request-response"};

using Asked = LoansAsked;

// A client's operation that takes turns with the others. Its server runs only during these turns, because a server that
// spins would take the processor from the others.
struct Row {
  std::string name;
  measure::Contender* client;
  std::string operation;
  std::function<void(bool)> let_server_run;
  std::size_t calls = 3;
  std::vector<double> p50_us = {};
};

class Field {
 public:
  Field(const measure::Placement& placement, const std::vector<std::size_t>& sizes, const std::string& list) {
    const std::size_t largest = *std::max_element(sizes.begin(), sizes.end());
    const std::vector<std::string> omni_limit = {"-ORBgiopMaxMsgSize", message_max};
    auto& omni = servers_.emplace_back("omni_sizes_server", omni_limit, placement.server);
    auto& omni_client = clients_.emplace_back(
        time_client("omni_sizes_client", {"--sizes", list, "-ORBgiopMaxMsgSize", message_max}, omni, placement.client));
    add("omniORB, tcp", omni_client, null_operation, omni);
    const auto at_all = [&](const auto& add_at) {
      for (const Direction& direction : directions) {
        for (const std::size_t octets : sizes) add_at(direction, octets);
      }
    };
    at_all([&](const Direction& direction, std::size_t octets) {
      add("omniORB, tcp", omni_client, operation(direction.copied, octets), omni);
    });
    for (const bool spins : {false, true}) {
      const std::string wait = spins ? "spin" : "block";
      auto& raw = raw_loops_.emplace_back(measure::RawWay::shared_memory, spins, null_sizes, null_operation, placement);
      add("raw, " + wait, raw.client(), null_operation, raw.server());
      const std::string qos = "processing=nullTask,messages=1,transport=shm,wait=" + wait;
      const std::vector<std::string> server_options = {"--qos", qos, "--dimma-max-message", message_max};
      auto& server = servers_.emplace_back("sizes_server", server_options, placement.server);
      const std::string loans = ",loans=pool(2," + std::to_string(std::max<std::size_t>(largest, 64)) + ")";
      auto& client = clients_.emplace_back(
          time_client("sizes_client", {"--sizes", list, "--qos", qos + loans, "--dimma-max-message", message_max},
                      server, placement.client));
      add("null, " + wait, client, null_operation, server);
      at_all([&](const Direction& direction, std::size_t octets) {
        add("loaned, " + wait, client, operation(direction.loaned, octets), server);
        add("copied, " + wait, client, operation(direction.copied, octets), server);
      });
      if (!is_built(iceoryx2_server)) continue;
      for (const std::string pattern : patterns) {
        const Iceoryx2 programs = iceoryx2(pattern, wait, list, largest);
        auto& other = servers_.emplace_back(programs.server[0], flags(programs.server), placement.server);
        auto& caller =
            clients_.emplace_back(time_client(programs.client[0], flags(programs.client), other, placement.client));
        at_all([&](const Direction& direction, std::size_t octets) {
          add(pattern + ", " + wait, caller, operation(direction.loaned, octets), other);
        });
      }
    }
  }
  ~Field() {
    for (auto& row : rows_) row.let_server_run(true);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  static std::string operation(const std::string& type, std::size_t octets) {
    return type + '/' + std::to_string(octets);
  }

  // Determines the number of calls in a turn, and touches all memory.
  void warm_up(const Asked& asked) {
    for (auto& row : rows_) {
      turn(row);
      double us = turn(row);
      const auto fit = [&] {
        const double fitting = 1000.0 * static_cast<double>(asked.turn_ms) / us;
        row.calls = std::clamp<std::size_t>(static_cast<std::size_t>(fitting), 3, 20'000);
      };
      fit();
      // On a busy machine, the time of three calls may mostly be that of other processes.
      for (int i = 0; i < warm_up_tries && us < slow_us; ++i) {
        us = std::min(us, turn(row));
        fit();
      }
    }
  }
  void turns(const Asked& asked) {
    std::vector<Row*> order;
    for (auto& row : rows_) order.push_back(&row);
    std::mt19937 random(shuffle_seed);
    for (std::size_t i = 0; i < asked.turns; ++i) {
      std::shuffle(order.begin(), order.end(), random);
      for (Row* const row : order) row->p50_us.push_back(turn(*row));
    }
  }
  const Row& row(const std::string& name, const std::string& of) const {
    return *std::find_if(rows_.begin(), rows_.end(),
                         [&](const Row& each) { return each.name == name && each.operation == of; });
  }

 private:
  static std::vector<std::string> flags(const std::vector<std::string>& command) {
    return {command.begin() + 1, command.end()};
  }
  template <class Server>
  void add(std::string name, measure::Contender& client, std::string of, Server& server) {
    rows_.push_back(
        {std::move(name), &client, std::move(of), [&server](bool runs) { runs ? server.resume() : server.pause(); }});
    rows_.back().let_server_run(false);
  }
  static double turn(Row& row) {
    row.let_server_run(true);
    const double us = row.client->run(row.operation, row.calls).p50_us;
    row.let_server_run(false);
    return us;
  }

  std::list<measure::TimeServer> servers_;
  std::list<measure::RawLoop> raw_loops_;
  std::list<measure::Contender> clients_;
  std::list<Row> rows_;
};

// The quotient of two contenders' times in the same turn; the median over the turns.
double ratio(const Row& one, const Row& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.p50_us.size(); ++i) ratios.push_back(one.p50_us[i] / other.p50_us[i]);
  return measure::median(std::move(ratios));
}

const Row& iceoryx2_row(const Field& field, const std::string& pattern, const std::string& wait,
                        const std::string& operation) {
  return field.row(pattern + ", " + wait, operation);
}

void print_goal(const Field& field, const std::vector<std::size_t>& sizes, const std::string& wait,
                const Direction& direction) {
  double worst = 0;
  for (const std::size_t octets : sizes) {
    const std::string operation = Field::operation(direction.loaned, octets);
    worst = std::max(
        worst, ratio(field.row("loaned, " + wait, operation), iceoryx2_row(field, publish_subscribe, wait, operation)));
  }
  std::cout << "goal: loaned at most " << fixed(iceoryx2_goal, 1) << " of iceoryx2's " << publish_subscribe
            << " at each size: " << fixed(worst, 3) << ", " << (worst <= iceoryx2_goal ? "met" : "missed") << '\n';
}

void print(const Field& field, const std::vector<std::size_t>& sizes, const std::string& wait,
           const Direction& direction) {
  const bool has_iceoryx2 = is_built(iceoryx2_server);
  std::vector<std::string> head = {std::string(direction.name) + ", wait=" + wait, "octets", "p50 us", "of a null call",
                                   "of omniORB"};
  if (has_iceoryx2) head.push_back("of iceoryx2");
  measure::TextTable table(std::move(head));
  const Row& null = field.row("null, " + wait, null_operation);
  const auto add = [&](const std::string& name, std::size_t octets, const Row& row, const std::string& peer,
                       const Row* other) {
    std::vector<std::string> cells = {name, std::to_string(octets), fixed(measure::median(row.p50_us), 2),
                                      fixed(ratio(row, null), 3),
                                      fixed(ratio(row, field.row("omniORB, tcp", peer)), 3)};
    if (has_iceoryx2) cells.push_back(other == nullptr ? "" : fixed(ratio(row, *other), 3));
    table.add(std::move(cells));
  };
  add("raw loop over shared memory", 0, field.row("raw, " + wait, null_operation), null_operation, nullptr);
  add("dimma, null call", 0, null, null_operation, nullptr);
  for (const std::size_t octets : sizes) {
    const std::string copied = Field::operation(direction.copied, octets);
    const std::string loaned = Field::operation(direction.loaned, octets);
    const Row* const other = has_iceoryx2 ? &iceoryx2_row(field, publish_subscribe, wait, loaned) : nullptr;
    add("dimma, loaned", octets, field.row("loaned, " + wait, loaned), copied, other);
    add("dimma, copied", octets, field.row("copied, " + wait, copied), copied, other);
    add("omniORB, tcp", octets, field.row("omniORB, tcp", copied), copied, other);
    if (!has_iceoryx2) continue;
    for (const std::string pattern : patterns) {
      add("iceoryx2, " + pattern, octets, iceoryx2_row(field, pattern, wait, loaned), copied, other);
    }
  }
  table.print(std::cout);
  if (has_iceoryx2) print_goal(field, sizes, wait, direction);
  std::cout << '\n';
}

}  // namespace

int run_loans(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench loans [--sizes N,...] [--readers N,...] [--published N,...] [--turns N] [--turn-ms N]",
      "Times a call over shared memory with a loaned sequence of octets, one with as many that are copied, and a null\n"
      "call, blocking and spinning, beside a bare loop over shared memory, omniORB over TCP and iceoryx2, in turns\n"
      "within one run: client and server on different processors, Full QoS; as an argument and as a result. Then what\n"
      "it takes to publish in a message buffer of loaned sequences, by the number of readers.");
  command_line.text("sizes", asked.sizes, "octets of the sequences (4096,65536,1048576,67108864)")
      .text("readers", asked.readers, "processes that read what is published (1,8)")
      .text("published", asked.published, "octets that are published (4096,65536,1048576,16777216)")
      .count("turns", asked.turns, "turns of each (15)")
      .count("turn-ms", asked.turn_ms, "how long a turn takes, about (60)", 60'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (measure::usable_processors().size() < 2) throw measure::UsageError("two processors are needed");
  const auto sizes = numbers("--sizes", asked.sizes, std::size_t{1} << 29);
  {
    Field field(measure::apart(), sizes, "0," + asked.sizes);
    field.warm_up(asked);
    field.turns(asked);
    for (const std::string wait : {"block", "spin"}) {
      for (const Direction& direction : directions) print(field, sizes, wait, direction);
    }
    if (!is_built(iceoryx2_server)) {
      std::cout << "iceoryx2 is missing: its programs were not built (-DDIMMA_MORE_PEERS=iceoryx2)\n\n";
    }
  }
  publish_loans(asked);
  std::cout << "Medians over " << asked.turns << " turns of about " << asked.turn_ms
            << " ms each. Ratios are those of the p50s of the same turn.\nMachine: " << measure::describe_machine()
            << '\n';
  return 0;
}

}  // namespace bench
