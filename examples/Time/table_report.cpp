#include "table_report.hpp"

#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "measure/time_report.hpp"

#include <functional>

namespace {

using measure::fixed;
using measure::Summary;

constexpr std::size_t operation_count = measure::time_operations.size();

std::vector<std::string> heading(const std::string& first) {
  return {first,
          "Oneway null param",
          "Oneway null string",
          "Oneway test string",
          "RPC null param",
          "RPC null string",
          "RPC test string"};
}

// A line of the table: `figure` of each of the six cells from `first` on.
std::vector<std::string> line(const std::string& title, const std::vector<Cell>& cells, std::size_t first,
                              const std::function<double(const Cell&, std::size_t)>& figure) {
  std::vector<std::string> columns = {title};
  for (std::size_t i = 0; i < operation_count; ++i) columns.push_back(fixed(figure(cells[first + i], i), 2));
  return columns;
}

void print_figures(std::ostream& out, const std::string& title, const Measured& measured, bool with_baseline,
                   const std::function<double(const Cell&, std::size_t)>& figure) {
  measure::TextTable table(heading(title));
  if (with_baseline) table.add(line("Bare socket", measured.baseline, 0, figure));
  for (std::size_t row = 0; row < rows.size(); ++row) {
    table.add(line(rows[row].title, measured.cells, row * operation_count, figure));
  }
  table.print(out);
  out << '\n';
}

double net_us(const Measured& measured, const Cell& cell, std::size_t operation) {
  return cell.gross.mean_us - measured.baseline[operation].gross.mean_us;
}

void write_summary(measure::JsonWriter& json, const Summary& summary) {
  json.member("mean_us", summary.mean_us).member("p50_us", summary.p50_us).member("p99_us", summary.p99_us);
}

std::string describe(const measure::Placement& placement) {
  const std::string client = std::to_string(*placement.client);
  const std::string server = std::to_string(*placement.server);
  return client == server ? "client and servers on the only processor"
                          : "client on processor " + client + ", servers on processor " + server;
}

}  // namespace

void print_table(std::ostream& out, const Measured& measured, std::size_t iterations) {
  out << (has_threads ? "Multi-threaded build (Table 1.1)" : "Single-threaded build (Table 1.2)")
      << ", microseconds a call, averages of " << iterations << " calls\n\n";
  const auto of = [](double Summary::*figure) {
    return [figure](const Cell& cell, std::size_t) { return cell.gross.*figure; };
  };
  print_figures(out, "mean", measured, true, of(&Summary::mean_us));
  print_figures(out, "net mean (less the bare socket)", measured, false,
                [&measured](const Cell& cell, std::size_t i) { return net_us(measured, cell, i); });
  print_figures(out, "p50", measured, true, of(&Summary::p50_us));
  print_figures(out, "p99", measured, true, of(&Summary::p99_us));
  out << "Machine: " << measure::describe_machine() << ", " << describe(measured.placement) << '\n';
}

void print_json(std::ostream& out, const Measured& measured, std::size_t iterations) {
  measure::JsonWriter json(out);
  json.open_object().member("threads", has_threads).member("iterations", iterations).key("cells").open_array();
  for (std::size_t i = 0; i < measured.cells.size(); ++i) {
    const Cell& cell = measured.cells[i];
    json.open_object().member("row", cell.row).member("operation", cell.operation);
    write_summary(json, cell.gross);
    json.member("net_us", net_us(measured, cell, i % operation_count)).close_object();
  }
  json.close_array().key("baseline").open_array();
  for (const Cell& cell : measured.baseline) {
    json.open_object().member("operation", cell.operation);
    write_summary(json, cell.gross);
    json.member("request_octets", static_cast<std::size_t>(cell.sizes.request));
    json.member("reply_octets", static_cast<std::size_t>(cell.sizes.reply)).close_object();
  }
  json.close_array()
      .member("machine", measure::describe_machine())
      .member("placement", describe(measured.placement))
      .close_object();
}
