// The time of publishing octets in a message buffer of loaned sequences, by the number of readers.

#include "loans_rows.hpp"
#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/table.hpp"
#include "measure/turns.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iostream>
#include <list>
#include <random>
#include <utility>

namespace bench {
namespace {

using measure::fixed;

constexpr unsigned shuffle_seed = 2608;
constexpr std::size_t readers_max = 64;

struct Row {
  std::size_t readers;
  std::string operation;
  measure::Contender* writer;
  std::size_t calls = 3;
  std::vector<double> p50_us = {};
};

measure::Contender writer_for(std::size_t readers, const std::string& sizes) {
  const auto placement = measure::apart();
  std::vector<std::string> arguments = {measure::program_folder() + "/loans_publish_writer", "--readers",
                                        std::to_string(readers), "--sizes", sizes};
  if (placement.server) {
    arguments.insert(arguments.end(), {"--processor", std::to_string(*placement.server + 1)});
  }
  return measure::Contender(measure::Child::start(arguments, placement.client));
}

double turn(Row& row) { return row.writer->run(row.operation, row.calls).p50_us; }

// The quotient of two contenders' times in the same turn; the median over the turns.
double ratio(const Row& one, const Row& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.p50_us.size(); ++i) ratios.push_back(one.p50_us[i] / other.p50_us[i]);
  return measure::median(std::move(ratios));
}

void take_turns(std::vector<Row>& rows, const LoansAsked& asked) {
  for (Row& row : rows) {
    turn(row);
    const double us = turn(row);
    row.calls =
        std::clamp<std::size_t>(static_cast<std::size_t>(1000.0 * static_cast<double>(asked.turn_ms) / us), 3, 20'000);
  }
  std::vector<Row*> order;
  for (Row& row : rows) order.push_back(&row);
  std::mt19937 random(shuffle_seed);
  for (std::size_t i = 0; i < asked.turns; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    for (Row* const row : order) row->p50_us.push_back(turn(*row));
  }
}

}  // namespace

void publish_loans(const LoansAsked& asked) {
  const auto readers = numbers("--readers", asked.readers, readers_max);
  const auto sizes = numbers("--published", asked.published, std::size_t{64} << 20, 8);
  std::list<measure::Contender> writers;
  std::vector<Row> rows;
  for (const std::size_t count : readers) {
    auto& writer = writers.emplace_back(writer_for(count, asked.published));
    for (const std::size_t octets : sizes) {
      for (const std::string name : {"publish/", "read/"}) {
        rows.push_back({count, name + std::to_string(octets), &writer});
      }
    }
  }
  take_turns(rows, asked);
  const auto find = [&](std::size_t count, const std::string& operation) -> const Row& {
    return *std::find_if(rows.begin(), rows.end(),
                         [&](const Row& row) { return row.readers == count && row.operation == operation; });
  };
  const std::string of_first = "of " + std::to_string(readers.front());
  measure::TextTable table(
      {"message buffer, loaned", "readers", "publish us", of_first, "until all have read, us", of_first});
  for (const std::size_t octets : sizes) {
    for (const std::size_t count : readers) {
      std::vector<std::string> cells = {std::to_string(octets) + " octets", std::to_string(count)};
      for (const std::string name : {"publish/", "read/"}) {
        const std::string operation = name + std::to_string(octets);
        const Row& row = find(count, operation);
        cells.push_back(fixed(measure::median(row.p50_us), 2));
        cells.push_back(fixed(ratio(row, find(readers.front(), operation)), 3));
      }
      table.add(std::move(cells));
    }
  }
  table.print(std::cout);
  std::cout << "The writer fills each value and publishes it to readers, who sleep on the other processor until\n"
               "there is one, look at it and let go. Medians; when nobody waits for them, readers see some values.\n\n";
}

}  // namespace bench
