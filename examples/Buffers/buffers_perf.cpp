// buffers_perf [--size N] [--messages N] [--protocol P] [--options O] [--role both|serve|write|read ...]: measures
// dimma's message buffers in shared memory, over TCP and over UDP, as NML's nmlperf does.

#include "buffer_roles.hpp"
#include "common/run_program.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/table.hpp"

#include <dimma/message_buffer.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>
#include <optional>
#include <vector>

#include <unistd.h>

namespace {

using measure::Child;
using measure::fixed;

constexpr std::array<const char*, 3> all_protocols = {"SHMEM", "TCP", "UDP"};
constexpr std::array<const char*, 4> all_options = {"default", "queue", "poll", "confirm_write"};

bool is_possible(const std::string& protocol, const std::string& options) {
  return protocol != "UDP" || options != "confirm_write";  // a flow has no replies
}
constexpr auto patience = std::chrono::seconds(300);

struct Row {
  std::string role;
  Exchange exchange;
  Taken taken;
};

void say_ready() {
  std::puts("ready");
  std::fflush(stdout);
}
void say_nothing() {}

// A buffer of this process, which the destructor removes.
class OwnBuffer {
 public:
  OwnBuffer() { dimma::remove_buffer(name_); }
  ~OwnBuffer() {
    try {
      dimma::remove_buffer(name_);
    } catch (const std::exception&) {
      // The buffer stays.
    }
  }
  OwnBuffer(const OwnBuffer&) = delete;
  OwnBuffer& operator=(const OwnBuffer&) = delete;
  const std::string& name() const noexcept { return name_; }

 private:
  const std::string name_ = "buffers-perf-" + std::to_string(::getpid());
};

// Runs a process for each role, on separate processors; the writer begins when the reader is ready.
Row both(Exchange exchange) {
  const OwnBuffer own;
  exchange.buffer = own.name();
  const auto placement = measure::apart();
  Child server;
  if (exchange.protocol != "SHMEM") {
    server = Child::fork(
        "server",
        [&exchange] {
          serve_buffer(exchange);
          return 0;
        },
        placement.server);
    exchange.reference = server.read_line(patience);
  }
  const auto role = [&](const char* name, Taken (*run)(const Exchange&, void (*)()), std::optional<int> processor) {
    return Child::fork(
        name,
        [&exchange, run] {
          std::puts(to_line(run(exchange, [] {
                      say_ready();
                      std::getchar();
                    })).c_str());
          std::fflush(stdout);
          return 0;
        },
        processor);
  };
  Child writer = role("writer", write_all, placement.server);
  writer.wait_for_line("ready", patience);
  Child reader = role("reader", read_all, placement.client);
  reader.wait_for_line("ready", patience);
  reader.write_line("");
  writer.write_line("");
  const Taken written = from_line(writer.read_line(patience));
  Taken taken = from_line(reader.read_line(patience));
  // Combines reads and writes, as nmlperf does.
  taken.longest_s = std::max(taken.longest_s, written.longest_s);
  taken.average_s = (taken.average_s + written.average_s) / 2;
  taken.cpu_s = (taken.cpu_s + written.cpu_s) / 2;
  return {"Both", exchange, taken};
}

Row alone(const std::string& role, Exchange exchange) {
  std::optional<OwnBuffer> own;
  if (exchange.buffer.empty()) exchange.buffer = own.emplace().name();
  if (exchange.protocol != "SHMEM" && exchange.reference.empty()) throw measure::UsageError("--reference is missing");
  const Taken taken = role == "write" ? write_all(exchange, say_nothing) : read_all(exchange, say_nothing);
  return {role == "write" ? "Write" : "Read", exchange, taken};
}

// Measures reading without waiting for a writer.
Row reading(Exchange exchange) {
  const OwnBuffer own;
  exchange.buffer = own.name();
  return {"Read", exchange, read_own(exchange)};
}

void print_table(const std::vector<Row>& rows) {
  measure::TextTable table(
      {"Read/Write", "Protocol", "Options", "Size", "Max. Time", "Avg. Time", "CPU Time", "Throughput", "Latency"});
  for (const Row& row : rows) {
    const auto& [buffer, protocol, reference, options, octets, messages] = row.exchange;
    const Taken& taken = row.taken;
    const bool has_reader = row.role != "Write";
    table.add({row.role, protocol, options, std::to_string(octets), fixed(taken.longest_s, 9),
               fixed(taken.average_s, 9), fixed(taken.cpu_s, 9), has_reader ? fixed(taken.per_s, 0) : "--",
               has_reader ? fixed(taken.latency_s, 9) : "--"});
  }
  table.print(std::cout);
  std::cout << "Seconds for a read or write; messages read a second. Both: two processes, their average, with what\n"
               "the reader waits for news. Write, Read: one process, which for Read writes each message before (in\n"
               "CPU Time, not in the others). SHMEM is what NML calls lock-free, whatever the options.\n"
            << "Machine: " << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Row>& rows) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("machine", measure::describe_machine()).key("rows").open_array();
  for (const Row& row : rows) {
    json.open_object().member("role", row.role).member("protocol", row.exchange.protocol);
    json.member("options", row.exchange.options).member("size", row.exchange.octets);
    json.member("max_us", row.taken.longest_s * 1e6);
    json.member("average_us", row.taken.average_s * 1e6).member("cpu_us", row.taken.cpu_s * 1e6);
    json.member("read", static_cast<std::size_t>(row.taken.messages));
    json.member("per_s", row.taken.per_s).member("latency_us", row.taken.latency_s * 1e6).close_object();
  }
  json.close_array().close_object();
}

// The requested choice, or all.
template <class Choice, std::size_t N>
std::vector<std::string> chosen(const std::string& flag, const std::string& said, const std::array<Choice, N>& from) {
  if (said.empty()) return {from.begin(), from.end()};
  if (std::find(from.begin(), from.end(), said) == from.end()) {
    throw measure::UsageError("--" + flag + ": there is no '" + said + "'");
  }
  return {said};
}

std::vector<Row> measure_all(Exchange exchange, const std::string& protocol, const std::string& options) {
  std::vector<Row> rows;
  for (const auto& by : chosen("protocol", protocol, all_protocols)) {
    for (const auto& with : chosen("options", options, all_options)) {
      if (!is_possible(by, with)) continue;
      exchange.protocol = by;
      exchange.options = with;
      rows.push_back(both(exchange));
    }
  }
  if (!protocol.empty() || !options.empty()) return rows;
  exchange.protocol = "SHMEM";
  exchange.options = "default";
  rows.push_back(alone("write", exchange));
  rows.push_back(reading(exchange));
  return rows;
}

int run(int argc, char** argv) {
  Exchange exchange;
  std::string role = "both", protocol, options;
  bool json = false;
  measure::CommandLine command_line(
      "buffers_perf [--size N] [--messages N] [--protocol P] [--options O] [--role ROLE ...] [--json]",
      "Writes and reads messages, whose type of content changes from one to the next while their size stays, through\n"
      "a buffer in shared memory, or one that another process offers, and prints what NML's nmlperf prints. Without\n"
      "--protocol, --options and --role all of them.");
  command_line.count("size", exchange.octets, "octets of a message's content (200)", 60'000)
      .count("messages", exchange.messages, "messages (10000)")
      .text("protocol", protocol, "SHMEM, TCP or UDP")
      .text("options", options, "default (the latest message), queue, poll or confirm_write")
      .text("role", role, "both, in two processes; serve, write or read, in this one; remove: the buffer goes")
      .text("buffer", exchange.buffer, "the buffer's name, for serve, write, read and remove")
      .text("reference", exchange.reference, "what serve has printed, for write and read by TCP or UDP")
      .toggle("json", json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  if (!protocol.empty() && !options.empty() && !is_possible(protocol, options)) {
    throw measure::UsageError("--options " + options + ": by --protocol " + protocol + " there are no answers");
  }
  std::vector<Row> rows;
  if (role == "both") {
    rows = measure_all(exchange, protocol, options);
  } else if (role == "remove") {
    if (!dimma::remove_buffer(exchange.buffer)) throw std::runtime_error("there is no buffer " + exchange.buffer);
    return 0;
  } else if (role == "serve" || role == "write" || role == "read") {
    exchange.protocol = chosen("protocol", protocol, all_protocols).front();
    exchange.options = chosen("options", options, all_options).front();
    const bool needs_name = role == "serve" || (role == "read" && exchange.protocol != "TCP");
    if (needs_name && exchange.buffer.empty()) throw measure::UsageError("--role " + role + ": which --buffer?");
    if (role == "serve") {
      serve_buffer(exchange);
      return 0;
    }
    rows.push_back(alone(role, exchange));
  } else {
    throw measure::UsageError("--role: there is no '" + role + "'");
  }
  json ? print_json(rows) : print_table(rows);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("buffers_perf", [&] { return run(argc, argv); });
}
