#include "table_rows.hpp"

#include "measure/time_server.hpp"
#include "measure/turns.hpp"
#include "timing_names.hpp"

#include <algorithm>
#include <list>
#include <numeric>
#include <random>

namespace {

constexpr std::size_t turns_most = 10;
constexpr std::size_t warm_up_calls = 20;
constexpr unsigned shuffle_seed = 2046;

struct Started {
  Started(const Row& row, const Request& request, const measure::Placement& placement)
      : server(row.folder + "/timing_server", {"--qos", row.qos}, placement.server),
        client(measure::Child::start(
            {row.folder + "/timing_client", "--reqreply", server.reqreply(), "--oneway", server.oneway(), "--qos",
             row.qos, "--elements", std::to_string(request.elements), "--turns"},
            placement.client)) {}

  measure::TimeServer server;
  measure::Contender client;
};

Cell measured(const Row& row, const std::string& operation, const std::vector<measure::Summary>& turns,
              std::size_t elements) {
  Cell cell{row.name, operation, measure::median_of(turns), argument_octets(operation, elements), 0};
  cell.octets_per_s = static_cast<double>(cell.octets_per_call) * 1e6 / cell.gross.mean_us;
  return cell;
}

}  // namespace

std::vector<Cell> measure_rows(const std::vector<Row>& rows, const Request& request,
                               const measure::Placement& placement) {
  std::list<Started> all;
  for (const Row& row : rows) all.emplace_back(row, request, placement);

  std::vector<std::vector<Cell>> by_row(rows.size());
  std::mt19937 random(shuffle_seed);
  const std::size_t turns = std::min(request.iterations, turns_most);
  for (const std::string operation : timing_operations) {
    std::vector<std::vector<measure::Summary>> summaries(rows.size());
    for (auto& one : all) one.client.run(operation, warm_up_calls);
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t turn = 0; turn < turns; ++turn) {
      const std::size_t calls = request.iterations * (turn + 1) / turns - request.iterations * turn / turns;
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) {
        summaries[i].push_back(std::next(all.begin(), static_cast<std::ptrdiff_t>(i))->client.run(operation, calls));
      }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      by_row[i].push_back(measured(rows[i], operation, summaries[i], request.elements));
    }
  }
  for (auto& one : all) one.server.stop();
  std::vector<Cell> cells;
  for (auto& row : by_row) cells.insert(cells.end(), row.begin(), row.end());
  return cells;
}
