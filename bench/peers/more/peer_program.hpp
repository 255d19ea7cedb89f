#pragma once
// What the programs of the peers that are no CORBA ORBs have in common: they are started as those of the Time example
// are, and an address stands where those have a reference.

#include "measure/command_line.hpp"
#include "measure/time_report.hpp"

#include <csignal>
#include <fstream>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>

#include <unistd.h>

namespace peer {

// Flags of a server: --ior-dir. False: only the help was asked for.
inline bool parse_server(int argc, const char* const* argv, const std::string& program, std::string& folder) {
  measure::CommandLine command_line(program + " --ior-dir DIR", "The Time example's server, by " + program + ".");
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

// A client: `connect` gives the call without parameters and the echo of a string at that address.
struct Calls {
  std::function<void()> null_param;
  std::function<std::string(const std::string&)> echo;
};
inline int call(int argc, const char* const* argv, const std::string& program,
                const std::function<Calls(const std::string& address)>& connect) {
  measure::TimeRequest request;
  request.operations = {"rpc_null_param", "rpc_test_string"};
  measure::CommandLine command_line(program + " --reqreply ADDRESS --oneway ADDRESS [flags]",
                                    "Times two operations of the Time example.");
  measure::declare(command_line, request);
  if (!command_line.parse(argc, argv)) return 0;
  if (request.all_threads() != 1) throw measure::UsageError("--threads and --blockers are for omni_time_client");
  const Calls calls = connect(request.reqreply);
  const std::string text = measure::test_string;
  const auto echo = [&] {
    if (calls.echo(text) != text) throw std::runtime_error("the echo is not what was sent");
  };
  return measure::time_as_asked({{{"rpc_null_param", {calls.null_param}}, {"rpc_test_string", {echo}}}}, request);
}

}  // namespace peer
