// The heap memory that calls of each kind take at the client and at the server, over channels that are sealed.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "sealed_counts.hpp"

#include <iostream>
#include <string>

namespace bench {
namespace {

void print(const SealedChannel& channel, const SealedCounts& counts) {
  measure::TextTable table({channel.name, "calls", "client: allocations", "octets", "server: allocations", "octets"});
  for (const auto& kind : counts.kinds) {
    table.add({kind.name, std::to_string(kind.calls), std::to_string(kind.client), std::to_string(kind.client_octets),
               std::to_string(kind.server), std::to_string(kind.server_octets)});
  }
  table.print(std::cout);
  std::cout << "before: " << counts.bind << " to bind, " << counts.first
            << " by the first call (allocations, octets)\n";
  for (const std::string& line : counts.described) std::cout << line << '\n';
  std::cout << '\n';
}

}  // namespace

int run_sealed(int argc, const char* const* argv) {
  std::size_t calls = 1'000'000;
  std::size_t seconds = 2;
  measure::CommandLine command_line(
      "dimma-bench sealed [--calls N] [--seconds N]",
      "Counts what calls of each kind take from the heap, at the client and at the server, over channels of\n"
      "memory=sealed(count): the first call apart, nothing. Ends with status 1 where one takes anything.");
  command_line.count("calls", calls, "calls of each kind (1000000)")
      .count("seconds", seconds, "how long calls that pass their deadline are made (2)", 3600);
  if (!command_line.parse(argc, argv)) return 0;
  bool is_proven = true;
  for (const SealedChannel& channel : sealed_channels()) {
    const SealedCounts counts = count_sealed(channel, calls, seconds);
    print(channel, counts);
    is_proven = is_proven && counts.takes_nothing();
  }
  std::cout
      << (is_proven ? "No call took anything from the heap, but those whose result is a string.\n"
                    : "Some calls took something from the heap.\n")
      << "The client's are of the stub, the server's from the octets received to the reply sent; deadlines of 100 "
         "us.\nMachine: "
      << measure::describe_machine() << '\n';
  return is_proven ? 0 : 1;
}

}  // namespace bench
