#pragma once
// The measurement of the report's Table 1.3, with a server and a client process for each row, which take turns.

#include "measure/pinning.hpp"
#include "measure/statistics.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// A column of the report's table, here a row: the programs of a build, and their protocol.
struct Row {
  std::string name;    // in JSON: "mt_iiop"
  std::string title;   // in the table: "multi-threaded, IIOP"
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
  std::optional<double> delivered;  // the share of the calls; empty if calls cannot be lost
};

struct Request {
  std::size_t iterations = 1000;
  std::size_t elements = 100;
};

// Returns the cells of all rows in order, each with its operations in order. Reports errors by exceptions.
std::vector<Cell> measure_rows(const std::vector<Row>& rows, const Request& request,
                               const measure::Placement& placement);
