#pragma once
// The measurement of the table: rows of six operations, and the bare socket loop as their baseline.

#include "measure/pinning.hpp"
#include "measure/socket_loop.hpp"
#include "measure/statistics.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

// A row and the QoS of its ends. The rows of the report use TCP, as the bare sockets do.
struct Row {
  const char* name;    // in JSON
  const char* title;   // in the report
  const char* client;  // the QoS that the client binds with
  const char* server;  // the QoS that the server serves with
};
inline constexpr const char* default_qos = "transport=tcp";
inline constexpr const char* optimised_qos = "transport=tcp,processing=nullTask,messages=1";
inline constexpr const char* unix_qos = "transport=unix,processing=nullTask,messages=1";
inline constexpr const char* shm_qos = "transport=shm,processing=nullTask,messages=1";
inline constexpr const char* spinning_qos = "transport=shm,processing=nullTask,messages=1,wait=spin";

inline constexpr bool has_threads = DIMMA_THREADS != 0;
inline constexpr std::array rows = {
    Row{"none", "No QoS", default_qos, ""},
#if DIMMA_THREADS
    // The default of the report's channels.
    Row{"task", "No QoS, demultiplexing=task", "transport=tcp,demultiplexing=task", ""},
#endif
    Row{"client", "Client QoS", optimised_qos, ""}, Row{"server", "Server QoS", default_qos, optimised_qos},
    Row{"full", "Full QoS", optimised_qos, optimised_qos}, Row{"unix", "Full QoS, unix", unix_qos, unix_qos},
    Row{"shm", "Full QoS, shm blocking", shm_qos, shm_qos},
    Row{"spinning", "Full QoS, shm spinning", spinning_qos, spinning_qos}};

struct Cell {
  std::string row;
  std::string operation;
  measure::Summary gross;
  measure::MessageSizes sizes;  // for the baseline
};

struct Measured {
  std::vector<Cell> cells;     // rows in order, each with its operations in order
  std::vector<Cell> baseline;  // one for each operation
  measure::Placement placement;
};

// Starts the servers, makes the calls in turns and stops the servers. Reports errors by exceptions.
Measured measure_table(std::size_t iterations, int argc, char** argv);
