#pragma once
// The common part of the clients of the Time and Timing examples, for every ORB: the flags and the report; and the
// six operations of Time.

#include "measure/command_line.hpp"
#include "measure/turns.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace measure {

// In the order of the report's Table 1.1.
inline constexpr std::array<const char*, 6> time_operations = {"oneway_null_param",  "oneway_null_string",
                                                               "oneway_test_string", "rpc_null_param",
                                                               "rpc_null_string",    "rpc_test_string"};
// 54 characters, as in the report, which does not give the text.
inline constexpr const char* test_string = "The quick brown fox jumps over the lazy dog, 54 chars.";
static_assert(std::char_traits<char>::length(test_string) == 54);

using TimeOperations = TurnOperations;

// The flags of a client.
struct TimeRequest {
  std::vector<std::string> operations{time_operations.begin(), time_operations.end()};  // all that the client has
  // Returns the octets in a call's arguments. If it is set, the report has octets per call and per second.
  std::function<std::size_t(const std::string& operation)> octets = nullptr;

  // The flags.
  std::string reqreply;
  std::string oneway;
  std::string operation;  // empty: all
  std::size_t iterations = 5000;
  bool json = false;
  bool turns = false;
  std::size_t threads = 1;
  std::size_t blockers = 0;

  std::size_t all_threads() const noexcept { return threads + blockers; }
};
void declare(CommandLine& command_line, TimeRequest& request);

// Makes the requested calls and prints the times of each operation, as a table or as JSON; or takes turns, with the
// operations of all_threads(). Throws UsageError for an unknown operation. Returns the exit status.
int time_as_asked(const std::vector<TimeOperations>& of_all_threads, const TimeRequest& request);

}  // namespace measure
