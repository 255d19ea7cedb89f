#include "table_rows.hpp"

#include "measure/time_server.hpp"
#include "measure/turns.hpp"
#include "timing_names.hpp"

#include <algorithm>
#include <deque>
#include <random>

namespace {

constexpr std::size_t turns_max = 10;
constexpr std::size_t warm_up_calls = 20;
constexpr unsigned shuffle_seed = 2046;

struct Started {
  Started(const Row& row, const Request& request, const measure::Placement& placement)
      : server(row.folder + "/timing_server", {"--protocol", row.protocol, "--qos", row.server_qos}, placement.server),
        client(measure::Child::start(
            {row.folder + "/timing_client", "--reqreply", server.reqreply(), "--oneway", server.oneway(), "--protocol",
             row.protocol, "--qos", row.client_qos, "--elements", std::to_string(request.elements), "--turns"},
            placement.client)) {}

  measure::TimeServer server;
  measure::Contender client;
};

bool carries(const Row& row, const std::string& operation) { return row.protocol != "flow" || is_oneway(operation); }

Cell measured(const Row& row, const std::string& operation, const std::vector<measure::Summary>& turns,
              measure::Contender& client, std::size_t elements) {
  Cell cell;
  cell.row = row.name;
  cell.operation = operation;
  cell.octets_per_call = argument_octets(operation, elements);
  if (!carries(row, operation)) return cell;
  cell.is_carried = true;
  cell.gross = measure::median_of(turns);
  cell.octets_per_s = static_cast<double>(cell.octets_per_call) * 1e6 / cell.gross.mean_us;
  if (row.protocol == "flow") cell.delivered = client.delivered(operation);
  return cell;
}

}  // namespace

std::vector<Cell> measure_rows(const std::vector<Row>& rows, const Request& request,
                               const measure::Placement& placement) {
  std::deque<Started> all;
  for (const Row& row : rows) all.emplace_back(row, request, placement);

  std::vector<std::vector<Cell>> by_row(rows.size());
  std::mt19937 random(shuffle_seed);
  const std::size_t turns = std::min(request.iterations, turns_max);
  for (const std::string operation : timing_operations) {
    std::vector<std::vector<measure::Summary>> summaries(rows.size());
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!carries(rows[i], operation)) continue;
      order.push_back(i);
      all[i].client.run(operation, warm_up_calls);
    }
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const std::size_t calls = request.iterations * (turn + 1) / turns - request.iterations * turn / turns;
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) summaries[i].push_back(all[i].client.run(operation, calls));
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      by_row[i].push_back(measured(rows[i], operation, summaries[i], all[i].client, request.elements));
    }
  }
  for (auto& one : all) one.server.stop();
  std::vector<Cell> cells;
  for (auto& row : by_row) cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}
