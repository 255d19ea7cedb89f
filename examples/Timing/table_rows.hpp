#pragma once
// The measurement of the report's Table 1.3: a server and a client process for each row, taking turns.

#include "measure/pinning.hpp"
#include "measure/statistics.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// One column of the report's table; here a row. Which build's programs, and what they speak.
struct Row {
  std::string name;    // as JSON has it: "mt_iiop"
  std::string title;   // for people: "multi-threaded, IIOP"
  std::string folder;  // the programs' folder
  std::string protocol;
  std::string server_qos;
  std::string client_qos;
};

struct Cell {
  std::string row;
  std::string operation;
  std::size_t octets_per_call = 0;
  // The members below have no meaning if the row's protocol does not carry the operation.
  bool is_carried = false;
  measure::Summary gross;
  double octets_per_s = 0;
  std::optional<double> delivered;  // the share of the calls, where that is in doubt
};

struct Request {
  std::size_t iterations = 1000;
  std::size_t elements = 100;
};

// Rows in order, each with its operations in order. Throws what goes wrong.
std::vector<Cell> measure_rows(const std::vector<Row>& rows, const Request& request,
                               const measure::Placement& placement);
