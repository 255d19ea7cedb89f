#pragma once
// What the programs of the peers that are no CORBA ORBs have in common: they are started as those of the Time example
// and of dimma-bench's Sizes are, and an address stands where those have a reference.

#include "measure/command_line.hpp"
#include "measure/time_report.hpp"
#include "sizes_operations.hpp"

#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <unistd.h>

namespace peer {

// Flags of a server: --ior-dir. False: only the help was asked for.
inline bool parse_server(int argc, const char* const* argv, const std::string& program, std::string& folder) {
  measure::CommandLine command_line(program + " --ior-dir DIR",
                                    "The Time example's server and that of octets and texts, by " + program + ".");
  command_line.required("ior-dir", folder, "where the address is written, as reqreply.ior and oneway.ior");
  return command_line.parse(argc, argv);
}

// Says where it can be called, and that it can be. From then on SIGTERM ends it.
inline void publish(const std::string& folder, const std::string& address) {
  for (const char* const name : {"/reqreply.ior", "/oneway.ior"}) {
    std::ofstream out(folder + name);
    out << address << '\n';
    if (!out.flush()) throw std::runtime_error("cannot write " + folder + name);
  }
  std::signal(SIGTERM, [](int) { ::_exit(0); });
  std::cout << "ready" << std::endl;
}

// What a client can do at an address. Operations of threads beyond the first are copies of these.
struct Calls {
  std::function<void()> null_param;
  std::function<std::string(const std::string&)> echo;
  // Adds "octet/N" and "string/N".
  std::function<void(measure::TurnOperations& operations, const std::vector<std::size_t>& sizes)> add_sizes;
  std::function<void()> oneway = nullptr;  // without parameters, where there is such a thing
  bool any_thread = true;                  // false: they are the connecting thread's alone
};

inline int call(int argc, const char* const* argv, const std::string& program,
                const std::function<Calls(const std::string& address)>& connect) {
  measure::TimeRequest request;
  request.operations = {"rpc_null_param", "rpc_test_string"};
  std::string sizes;
  measure::CommandLine command_line(program + " --reqreply ADDRESS --oneway ADDRESS [flags]",
                                    "Times operations of the Time example, or with --turns of Sizes.");
  measure::declare(command_line, request);
  command_line.text("sizes", sizes, "octets of arguments (none)");
  if (!command_line.parse(argc, argv)) return 0;
  const Calls calls = connect(request.reqreply);
  if (!calls.any_thread && request.all_threads() != 1) {
    throw measure::UsageError("--threads and --blockers: a client of this peer belongs to one thread");
  }
  const std::string text = measure::test_string;
  const auto echo = [&] {
    if (calls.echo(text) != text) throw std::runtime_error("the echo is not what was sent");
  };
  measure::TimeOperations operations = {{"rpc_null_param", {calls.null_param}}, {"rpc_test_string", {echo}}};
  // Behind a oneway a call is served: its answer says that nothing is left.
  if (calls.oneway) operations["oneway_null_param"] = {calls.oneway, calls.null_param};
  if (!sizes.empty()) calls.add_sizes(operations, bench::argument_sizes(sizes));
  return measure::time_as_asked(std::vector<measure::TimeOperations>(request.all_threads(), operations), request);
}

}  // namespace peer
