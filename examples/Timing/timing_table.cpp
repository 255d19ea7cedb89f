// timing_table [--iterations N] [--elements N] [--json]: the report's Table 1.3 with today's figures.

#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/process.hpp"
#include "measure/table.hpp"
#include "table_rows.hpp"
#include "timing_names.hpp"

#include <csignal>
#include <filesystem>
#include <iostream>

namespace {

using measure::fixed;

constexpr std::size_t operation_count = timing_operations.size();

std::string scaled(const Cell& cell) { return cell.octets_per_s == 0 ? "-" : fixed(cell.octets_per_s / 1e6, 2); }

// A figure, followed by the share of the calls that was delivered if calls can be lost.
template <class Figure>
std::string shown(const Cell& cell, Figure figure) {
  if (!cell.is_carried) return "n/a";
  return figure(cell) + (cell.delivered ? " (" + fixed(*cell.delivered, 3) + ")" : "");
}

// Prints a table of `figure`, with a row for each operation and a column for each configuration, as in the report.
template <class Figure>
void print_figures(const std::string& title, const std::vector<Row>& rows, const std::vector<Cell>& cells,
                   Figure figure) {
  std::vector<std::string> heading = {title, "octets a call"};
  for (const Row& row : rows) heading.push_back(row.title);
  measure::TextTable table(heading);
  for (std::size_t i = 0; i < operation_count; ++i) {
    std::vector<std::string> line = {timing_operations[i], std::to_string(cells[i].octets_per_call)};
    for (std::size_t row = 0; row < rows.size(); ++row) line.push_back(shown(cells[row * operation_count + i], figure));
    table.add(line);
  }
  table.print(std::cout);
  std::cout << '\n';
}

void print_table(const std::vector<Row>& rows, const std::vector<Cell>& cells, const Request& request) {
  std::cout << "Microseconds a call, averages of " << request.iterations << " calls, sequences of " << request.elements
            << " elements\n\n";
  print_figures("mean", rows, cells, [](const Cell& cell) { return fixed(cell.gross.mean_us, 2); });
  print_figures("10^6 octets/s", rows, cells, [](const Cell& cell) { return scaled(cell); });
  print_figures("p50", rows, cells, [](const Cell& cell) { return fixed(cell.gross.p50_us, 2); });
  print_figures("p99", rows, cells, [](const Cell& cell) { return fixed(cell.gross.p99_us, 2); });
  std::cout << "Times are the caller's. In parentheses: the share of the calls that was delivered to the servant. n/a: "
               "a flow "
               "has no answers.\n"
            << "Machine: " << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Cell>& cells, const Request& request) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("iterations", request.iterations).member("elements", request.elements);
  json.member("machine", measure::describe_machine()).key("cells").open_array();
  for (const Cell& cell : cells) {
    json.open_object().member("row", cell.row).member("operation", cell.operation);
    json.member("octets_per_call", cell.octets_per_call);
    if (cell.is_carried) {
      json.member("mean_us", cell.gross.mean_us).member("p50_us", cell.gross.p50_us);
      json.member("p99_us", cell.gross.p99_us).member("octets_per_s", cell.octets_per_s);
      if (cell.delivered) json.member("delivered", *cell.delivered);
    } else {
      for (const auto* const figure : {"mean_us", "p50_us", "p99_us", "octets_per_s", "delivered"}) {
        json.member(figure, nullptr);
      }
    }
    json.close_object();
  }
  json.close_array().close_object();
}

std::vector<Row> rows_of(const std::string& single_threaded, bool batches) {
  const auto pair = [](const std::string& build, const std::string& title, const std::string& folder) {
    return std::vector<Row>{{build + "_iiop", title + ", IIOP", folder, "iiop", "transport=tcp", "transport=tcp"},
                            {build + "_flow", title + ", flow", folder, "flow", "transport=udp", "transport=udp"}};
  };
  auto rows = pair("mt", "multi-threaded", measure::program_folder());
  if (!single_threaded.empty()) {
    if (!std::filesystem::exists(single_threaded + "/timing_server")) {
      throw measure::UsageError("--single-threaded: there is no " + single_threaded + "/timing_server");
    }
    auto more = pair("st", "single-threaded", single_threaded);
    rows.insert(rows.begin() + 1, more[0]);  // in the report's order
    rows.push_back(more[1]);
  }
  if (batches) {
    rows.push_back({"mt_flow_batches", "multi-threaded, flow in batches", measure::program_folder(), "flow",
                    "transport=udp", "transport=udp,batch-delay=1ms"});
  }
  return rows;
}

int tabulate(int argc, char** argv) {
  Request request;
  std::string single_threaded;
  bool json = false;
  bool batches = false;
  measure::CommandLine command_line(
      "timing_table [--iterations N] [--elements N] [--single-threaded DIR] [--batches] [--json]",
      "Starts servers and clients, times the nine operations of the Timing example in turns and prints the report's\n"
      "Table 1.3: time per call and throughput, over IIOP and as a flow, for the multi-threaded build and the\n"
      "single-threaded one.");
  command_line.count("iterations", request.iterations, "calls of each cell (1000)", 10'000'000)
      .count("elements", request.elements, "elements of each sequence (100)", 10'000'000)
      .text("single-threaded", single_threaded, "where the single-threaded build's programs are; without it, no rows")
      .toggle("batches", batches, "one row more: a flow whose messages wait for each other, up to 1 ms")
      .toggle("json", json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  std::signal(SIGPIPE, SIG_IGN);  // a server that has ended is reported instead of ending this process

  const auto rows = rows_of(single_threaded, batches);
  const auto cells = measure_rows(rows, request, measure::apart());
  json ? print_json(cells, request) : print_table(rows, cells, request);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("timing_table", [&] { return tabulate(argc, argv); });
}
