// The time of a call over shared memory with octets that are loaned, beside that with as many that are copied, that
// without any, and the least that such a call can cost.

#include "contenders.hpp"
#include "experiment.hpp"
#include "loans_rows.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/raw_loop.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
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
// omniORB takes no message above 2 MiB unless it is told to.
constexpr const char* message_max = "1073741824";

using Asked = LoansAsked;

// What takes turns: a client's operation. Its server is let run only then: one that spins would take the processor from
// the others.
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
    for (const std::size_t octets : sizes) add("omniORB, tcp", omni_client, operation("octet", octets), omni);
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
      for (const std::size_t octets : sizes) {
        add("loaned, " + wait, client, operation("loaned", octets), server);
        add("copied, " + wait, client, operation("octet", octets), server);
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

  // Finds how many calls a turn has, and touches all memory.
  void warm_up(const Asked& asked) {
    for (auto& row : rows_) {
      turn(row);
      const double us = turn(row);
      row.calls = std::clamp<std::size_t>(static_cast<std::size_t>(1000.0 * static_cast<double>(asked.turn_ms) / us), 3,
                                          20'000);
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

// The median over the turns of what one took of the other in the same turn.
double ratio(const Row& one, const Row& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.p50_us.size(); ++i) ratios.push_back(one.p50_us[i] / other.p50_us[i]);
  return measure::median(std::move(ratios));
}

void print(const Field& field, const std::vector<std::size_t>& sizes) {
  for (const std::string wait : {"block", "spin"}) {
    measure::TextTable table({"wait=" + wait, "octets", "p50 us", "of a null call", "of omniORB"});
    const Row& null = field.row("null, " + wait, null_operation);
    const auto add = [&](const std::string& name, std::size_t octets, const Row& row, const std::string& peer) {
      table.add({name, std::to_string(octets), fixed(measure::median(row.p50_us), 2), fixed(ratio(row, null), 3),
                 fixed(ratio(row, field.row("omniORB, tcp", peer)), 3)});
    };
    add("raw loop over shared memory", 0, field.row("raw, " + wait, null_operation), null_operation);
    add("dimma, null call", 0, null, null_operation);
    for (const std::size_t octets : sizes) {
      const std::string copied = Field::operation("octet", octets);
      add("dimma, loaned", octets, field.row("loaned, " + wait, Field::operation("loaned", octets)), copied);
      add("dimma, copied", octets, field.row("copied, " + wait, copied), copied);
      add("omniORB, tcp", octets, field.row("omniORB, tcp", copied), copied);
    }
    table.print(std::cout);
    std::cout << '\n';
  }
}

}  // namespace

int run_loans(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench loans [--sizes N,...] [--readers N,...] [--published N,...] [--turns N] [--turn-ms N]",
      "Times a call over shared memory with a loaned sequence of octets, one with as many that are copied, and a null\n"
      "call, blocking and spinning, beside a bare loop over shared memory and omniORB over TCP, in turns within one\n"
      "run: client and server on different processors, Full QoS. Then what it takes to publish in a message buffer of\n"
      "loaned sequences, by the number of readers.");
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
    print(field, sizes);
  }
  publish_loans(asked);
  std::cout << "Calls with one in argument; medians over " << asked.turns << " turns of about " << asked.turn_ms
            << " ms each. Ratios are those of the p50s of the same turn.\nMachine: " << measure::describe_machine()
            << '\n';
  return 0;
}

}  // namespace bench
