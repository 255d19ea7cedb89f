// A flow's sender compared with bare loops that send datagrams of the same length: one by one, and by segmentation
// offload.

#include "experiment.hpp"
#include "flow_runs.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/statistics.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <random>

namespace bench {
namespace {

using measure::fixed;

constexpr unsigned shuffle_seed = 2046;
constexpr std::size_t header_octets = 40;  // the header of a flow's packet

struct Asked {
  std::size_t turns = 11;
  std::size_t messages = 20'000;
  std::string sizes = "64,1400,8192";
  std::string delay = "100us";
};

// A contender and its turns.
struct Runner {
  const char* name;
  std::function<FlowTurn()> run;
  std::vector<FlowTurn> turns = {};

  double median_per_s() const {
    std::vector<double> values;
    for (const auto& turn : turns) values.push_back(turn.messages_per_s);
    return measure::median(std::move(values));
  }
  double delivered() const {
    double sum = 0;
    for (const auto& turn : turns) sum += turn.delivered;
    return turns.empty() ? 0 : sum / static_cast<double>(turns.size());
  }
};

// The quotient of the messages per second of two contenders in the same turn; the median over the turns.
double ratio(const Runner& one, const Runner& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.turns.size(); ++i) {
    ratios.push_back(one.turns[i].messages_per_s / other.turns[i].messages_per_s);
  }
  return measure::median(std::move(ratios));
}

void take_turns(std::vector<Runner>& runners, const Asked& asked) {
  for (auto& runner : runners) runner.run();  // warm-up
  std::vector<std::size_t> order(runners.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::mt19937 random(shuffle_seed);
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) runners[i].turns.push_back(runners[i].run());
  }
}

void measure_size(std::size_t octets, const Asked& asked, const measure::Placement& placement,
                  measure::TextTable& table) {
  FlowSender flow(octets, placement);
  BareSender bare(BareSender::Way::one_by_one, octets, placement);
  BareSender bare_offload(BareSender::Way::by_offload, octets, placement);
  const std::string batches = "batch-delay=" + asked.delay;
  std::vector<Runner> runners = {{"bare send loop", [&] { return bare.run(asked.messages); }},
                                 {"bare segmentation loop", [&] { return bare_offload.run(asked.messages); }},
                                 {"flow, each at once", [&] { return flow.run("-", asked.messages); }},
                                 {"flow, in batches", [&] { return flow.run(batches, asked.messages); }}};
  take_turns(runners, asked);
  for (std::size_t i = 0; i < runners.size(); ++i) {
    const double per_s = runners[i].median_per_s();
    table.add({std::to_string(octets), runners[i].name, fixed(per_s / 1e6, 3), fixed(1e6 / per_s, 3),
               i >= 2 ? fixed(ratio(runners[i], runners[i - 2]), 3) : "", fixed(runners[i].delivered(), 4)});
  }
}

// Sends at that rate for a quarter of a second, three times.
bool loses_nothing(FlowSender& flow, double octets_per_s, std::size_t octets) {
  const std::string qos = "rate=" + std::to_string(static_cast<std::uint64_t>(octets_per_s));
  const auto messages = static_cast<std::size_t>(octets_per_s / 4 / static_cast<double>(octets + header_octets));
  for (int i = 0; i < 3; ++i) {
    if (flow.run(qos, std::max<std::size_t>(messages, 10)).delivered < 1) return false;
  }
  return true;
}

// In octets per second, headers included: doubles the rate until messages are lost, then bisects a few times between
// the highest rate without loss and the lowest with it. Returns zero if even the lowest rate loses messages.
double highest_rate_without_loss(FlowSender& flow, std::size_t octets) {
  constexpr double lowest = 1e6;
  constexpr double highest = 1e10;
  double good = 0;
  double bad = lowest;
  while (bad < highest && loses_nothing(flow, bad, octets)) {
    good = bad;
    bad *= 2;
  }
  for (int step = 0; step < 4 && good > 0; ++step) {
    const double between = (good + bad) / 2;
    (loses_nothing(flow, between, octets) ? good : bad) = between;
  }
  return good;
}

}  // namespace

int run_flow(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench flow [--turns N] [--messages N] [--sizes N,N,...] [--batch-delay DURATION]",
      "Sends messages as a flow over UDP of the loopback, each at once and in batches, beside bare loops that send\n"
      "datagrams of the same length by send() and by segmentation offload, in turns within one run; sender and "
      "consumer\n"
      "on different processors. Prints what each sender takes and which share arrived, and up to which rate a paced "
      "flow\n"
      "loses nothing.");
  command_line.count("turns", asked.turns, "turns of each (11)")
      .count("messages", asked.messages, "messages in a turn (20000)")
      .text("sizes", asked.sizes, "octets of a message (64,1400,8192)")
      .text("batch-delay", asked.delay, "how long a message may wait for others (100us)");
  if (!command_line.parse(argc, argv)) return 0;
  const auto placement = measure::apart();
  const auto sizes = numbers("sizes", asked.sizes, 60'000);
  measure::TextTable table({"octets", "sender", "10^6 messages/s", "us a message", "of its bare loop", "delivered"});
  for (const std::size_t octets : sizes) measure_size(octets, asked, placement, table);
  table.print(std::cout);
  std::cout << "\nA bare loop's datagrams hold as many octets as the flow's messages, which have a header more.\n\n";
  measure::TextTable paced({"octets", "highest rate without loss, 10^6 octets/s", "10^3 messages/s"});
  for (const std::size_t octets : sizes) {
    FlowSender flow(octets, placement);
    const double rate = highest_rate_without_loss(flow, octets);
    paced.add({std::to_string(octets), fixed(rate / 1e6, 1),
               fixed(rate / static_cast<double>(octets + header_octets) / 1e3, 1)});
  }
  paced.print(std::cout);
  std::cout << "Medians over " << asked.turns << " turns of " << asked.messages
            << " messages each; ratios are those of the "
            << "same turn. A rate counts when all arrived for a quarter of a second, three times.\n"
            << "Machine: " << measure::describe_machine() << '\n';
  return 0;
}

}  // namespace bench
