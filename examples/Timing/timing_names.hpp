#pragma once
// The names of the nine operations of the report's Table 1.3, and the sizes of their arguments.

#include <array>
#include <cstddef>
#include <string>

// In the table's order.
inline constexpr std::array<const char*, 9> timing_operations = {
    "oneway_no_params", "oneway_prim_args", "oneway_struct", "oneway_prim_seq", "oneway_struct_seq",
    "rpc_prim_args",    "rpc_struct_args",  "rpc_prim_seq",  "rpc_struct_seq"};

inline bool is_oneway(const std::string& operation) { return operation.rfind("oneway_", 0) == 0; }

// The octets of a call's arguments, as the report counts them: 25 for a short, a long, a float, a double, a char and a
// string of five with its terminating zero, without padding and lengths. An inout argument counts twice.
inline std::size_t argument_octets(const std::string& operation, std::size_t elements) {
  constexpr std::size_t one = 25;
  if (operation == "oneway_no_params") return 0;
  const std::size_t times = is_oneway(operation) ? 1 : 4;
  return one * times * (operation.find("_seq") == std::string::npos ? 1 : elements);
}
