// What calls of each kind take from the heap at the client and at the server, over channels that are sealed.

#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/process.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace bench {
namespace {

struct Channel {
  const char* name;
  const char* qos;
};

constexpr std::array channels{
    Channel{"tcp, full QoS", "transport=tcp,processing=nullTask,messages=1"},
    Channel{"tcp, full QoS, pool", "transport=tcp,processing=nullTask,messages=1,buffers=pool(1,4k)"},
    Channel{"tcp, shared, pool", "transport=tcp,buffers=pool(4,4k)"},
    Channel{"unix, full QoS", "transport=unix,processing=nullTask,messages=1"},
    Channel{"unix, shared, pool", "transport=unix,buffers=pool(4,4k)"},
    Channel{"shm, full QoS", "transport=shm,processing=nullTask,messages=1"},
    Channel{"shm, shared, pool", "transport=shm,buffers=pool(4,4k)"},
};

// Of a channel, as sealed_calls prints it.
struct Told {
  struct Kind {
    std::string name;
    std::string calls;
    std::string client;
    std::string client_octets;
    std::string server;
    std::string server_octets;
  };
  std::vector<Kind> kinds;
  std::string bind;
  std::string first;
  std::vector<std::string> described;
};

Told::Kind kind_of(const std::string& line) {
  const auto between = [&line](const std::string& from, const std::string& to) {
    const std::size_t begin = line.find(from) + from.size();
    return line.substr(begin, to.empty() ? std::string::npos : line.find(to, begin) - begin);
  };
  Told::Kind kind{between("kind ", " calls "), between(" calls ", " client "), {}, {}, {}, {}};
  std::istringstream(between(" client ", " server ")) >> kind.client >> kind.client_octets;
  std::istringstream(between(" server ", "")) >> kind.server >> kind.server_octets;
  return kind;
}

Told ask(const Channel& channel, std::size_t calls, std::size_t seconds) {
  auto child = measure::Child::start({measure::program_folder() + "/sealed_calls", "--qos", channel.qos, "--calls",
                                      std::to_string(calls), "--seconds", std::to_string(seconds)});
  Told told;
  // A call takes 100 microseconds at most, however loaded the machine is, and a kind has two.
  const auto within = std::chrono::seconds(60 + seconds) + std::chrono::microseconds(500 * calls);
  for (;;) {
    const std::string line = child.read_line(std::chrono::duration_cast<std::chrono::milliseconds>(within));
    if (line == "done") break;
    if (line.starts_with("kind ")) {
      told.kinds.push_back(kind_of(line));
    } else if (line.starts_with("bind ")) {
      told.bind = line.substr(5);
    } else if (line.starts_with("first ")) {
      told.first = line.substr(6);
    } else {
      told.described.push_back(line);
    }
  }
  child.end_input();
  return told;
}

void print(const Channel& channel, const Told& told) {
  measure::TextTable table({channel.name, "calls", "client: allocations", "octets", "server: allocations", "octets"});
  for (const auto& kind : told.kinds) {
    table.add({kind.name, kind.calls, kind.client, kind.client_octets, kind.server, kind.server_octets});
  }
  table.print(std::cout);
  std::cout << "before: " << told.bind << " to bind, " << told.first << " by the first call (allocations, octets)\n";
  for (const std::string& line : told.described) std::cout << line << '\n';
  std::cout << '\n';
}

// Of all but the kind that has to take something.
bool takes_nothing(const Told& told) {
  return std::ranges::all_of(told.kinds, [](const Told::Kind& kind) {
    return kind.name == "string, for comparison" ? kind.client != "0" : kind.client == "0" && kind.server == "0";
  });
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
  for (const Channel& channel : channels) {
    const Told told = ask(channel, calls, seconds);
    print(channel, told);
    is_proven = is_proven && takes_nothing(told);
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
