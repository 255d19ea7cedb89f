#pragma once
// The measurement behind the table: four rows of six operations, and the bare socket loop beside them.

#include "measure/pinning.hpp"
#include "measure/socket_loop.hpp"
#include "measure/statistics.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

// Which end of a row has the QoS of the report's optimised channel; the other has the default.
struct Row {
  const char* name;   // as JSON has it
  const char* title;  // as the report has it
  bool client;
  bool server;
};
inline constexpr std::array<Row, 4> rows = {{{"none", "No QoS", false, false},
                                             {"client", "Client QoS", true, false},
                                             {"server", "Server QoS", false, true},
                                             {"full", "Full QoS", true, true}}};
// Over TCP, as the bare sockets beside them.
inline constexpr const char* default_qos = "transport=tcp";
inline constexpr const char* optimised_qos = "transport=tcp,processing=nullTask,messages=1";

struct Cell {
  std::string row;
  std::string operation;
  measure::Summary gross;
  measure::MessageSizes sizes;  // of the baseline's messages
};

struct Measured {
  std::vector<Cell> cells;     // rows in order, each with its operations in order
  std::vector<Cell> baseline;  // an operation each
  measure::Placement placement;
};

// Starts the servers, makes the calls in turns and stops the servers. Throws what goes wrong.
Measured measure_table(std::size_t iterations, int argc, char** argv);
