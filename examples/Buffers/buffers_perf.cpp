// buffers_perf [--size N] [--messages N] [--options OPTIONS] [--role both|write|read --buffer NAME]: what NML's nmlperf
// measures, of dimma's message buffers in shared memory.

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
#include <vector>

#include <unistd.h>

namespace {

using measure::Child;
using measure::fixed;

constexpr std::array all_options = {"default", "queue", "poll", "confirm_write"};
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

// A process for each role, on processors of their own; the writer begins when the reader is there.
Row both(Exchange exchange) {
  exchange.buffer = "buffers-perf-" + std::to_string(::getpid());
  dimma::remove_buffer(exchange.buffer);
  const auto placement = measure::apart();
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
  dimma::remove_buffer(exchange.buffer);
  // Reads and writes together, as NML has them.
  taken.longest_s = std::max(taken.longest_s, written.longest_s);
  taken.average_s = (taken.average_s + written.average_s) / 2;
  taken.cpu_s = (taken.cpu_s + written.cpu_s) / 2;
  return {"Both", exchange, taken};
}

Row alone(const std::string& role, Exchange exchange) {
  const bool made_up = exchange.buffer.empty();
  if (made_up) exchange.buffer = "buffers-perf-" + std::to_string(::getpid());
  const Taken taken = role == "write" ? write_all(exchange, say_nothing) : read_all(exchange, say_nothing);
  if (made_up) dimma::remove_buffer(exchange.buffer);
  return {role == "write" ? "Write" : "Read", exchange, taken};
}

void print_table(const std::vector<Row>& rows) {
  measure::TextTable table({"Read/Write", "Protocol", "Options", "Size", "Max. Time", "Avg. Time", "CPU Time", "Throughput",
                            "Latency"});
  for (const Row& row : rows) {
    const bool has_reader = row.role != "Write";
    table.add({row.role, "SHMEM", row.exchange.options, std::to_string(row.exchange.octets), fixed(row.taken.longest_s, 9),
               fixed(row.taken.average_s, 9), fixed(row.taken.cpu_s, 9), has_reader ? fixed(row.taken.per_s, 0) : "--",
               has_reader ? fixed(row.taken.latency_s, 9) : "--"});
  }
  table.print(std::cout);
  std::cout << "Seconds for a read or write; messages read a second. All of it without a lock.\n"
            << "Machine: " << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Row>& rows) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("machine", measure::describe_machine()).key("rows").open_array();
  for (const Row& row : rows) {
    json.open_object().member("role", row.role).member("protocol", "SHMEM").member("options", row.exchange.options);
    json.member("size", row.exchange.octets).member("max_us", row.taken.longest_s * 1e6);
    json.member("average_us", row.taken.average_s * 1e6).member("cpu_us", row.taken.cpu_s * 1e6);
    json.member("read", static_cast<std::size_t>(row.taken.messages));
    json.member("per_s", row.taken.per_s).member("latency_us", row.taken.latency_s * 1e6).close_object();
  }
  json.close_array().close_object();
}

int run(int argc, char** argv) {
  Exchange exchange;
  std::string role = "both", options;
  bool json = false;
  measure::CommandLine command_line(
      "buffers_perf [--size N] [--messages N] [--options OPTIONS] [--role ROLE [--buffer NAME]] [--json]",
      "Writes and reads messages, whose type of content changes from one to the next while their size stays, through a\n"
      "buffer in shared memory, and prints what NML's nmlperf prints. Without --options and --role all of them.");
  command_line.count("size", exchange.octets, "octets of a message's content (200)", 60'000'000)
      .count("messages", exchange.messages, "messages (10000)")
      .text("options", options, "default (the latest message), queue, poll or confirm_write")
      .text("role", role, "both, in two processes; write or read, in this one")
      .text("buffer", exchange.buffer, "the buffer's name, for write and read")
      .toggle("json", json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  const bool is_known = options.empty() || std::find(all_options.begin(), all_options.end(), options) != all_options.end();
  if (!is_known) throw measure::UsageError("--options: there is no '" + options + "'");
  if (role != "both" && role != "write" && role != "read") throw measure::UsageError("--role: there is no '" + role + "'");
  if (role == "read" && exchange.buffer.empty()) throw measure::UsageError("--role read: which --buffer?");
  std::vector<Row> rows;
  for (const std::string each : all_options) {
    if (!options.empty() && options != each) continue;
    exchange.options = each;
    if (role == "both") {
      rows.push_back(both(exchange));
    } else if (!options.empty() || each == "default") {
      rows.push_back(alone(role, exchange));
    }
  }
  if (role == "both" && options.empty()) {
    exchange.options = "default";
    rows.push_back(alone("write", exchange));
  }
  json ? print_json(rows) : print_table(rows);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("buffers_perf", [&] { return run(argc, argv); });
}
