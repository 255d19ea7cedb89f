#pragma once
// The common part of the programs of peers that are not CORBA ORBs. They are started like those of the Time example and
// of dimma-bench's Sizes, with an address instead of a reference.

#include "in_progress.hpp"
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

// The flags of a server: --ior-dir, and --one-thread if the peer's server can also have several threads. Returns false
// if --help was given.
inline bool parse_server(int argc, const char* const* argv, const std::string& program, std::string& folder,
                         bool* one_thread = nullptr) {
  measure::CommandLine command_line(program + " --ior-dir DIR",
                                    "The Time example's server and that of octets and texts, by " + program + ".");
  command_line.required("ior-dir", folder, "where the address is written, as reqreply.ior and oneway.ior");
  if (one_thread != nullptr) command_line.toggle("one-thread", *one_thread, "serve rpc_null_param and echoes by one");
  return command_line.parse(argc, argv);
}

// Writes the server's address to the files, and prints "ready". From now on, SIGTERM ends the process.
inline void publish(const std::string& folder, const std::string& address) {
  for (const char* const name : {"/reqreply.ior", "/oneway.ior"}) {
    std::ofstream out(folder + name);
    out << address << '\n';
    if (!out.flush()) throw std::runtime_error("cannot write " + folder + name);
  }
  std::signal(SIGTERM, [](int) { ::_exit(0); });
  std::cout << "ready" << std::endl;
}

// Makes `calls` calls, at most `in_progress` of them at a time.
using ManyCalls = std::function<void(std::size_t calls, std::size_t in_progress)>;

// The calls that a client can make to an address. Threads beyond the first use copies of them.
struct Calls {
  std::function<void()> null_param;
  std::function<std::string(const std::string&)> echo;
  // Adds "octet/N" and "string/N".
  std::function<void(measure::TurnOperations& operations, const std::vector<std::size_t>& sizes)> add_sizes;
  std::function<void()> oneway = nullptr;  // without parameters; null if the peer has no oneway calls
  bool any_thread = true;                  // false: only the connecting thread may use them
  // From one thread, by the peer's asynchronous interface, if that is supported. The second echoes bench::text_100.
  ManyCalls many_null_params = nullptr;
  ManyCalls many_echoes = nullptr;
};

inline void require_echo(const std::string& echoed, const std::string& text) {
  if (echoed != text) throw std::runtime_error("the echo is not what was sent");
}

inline measure::TimeOperations operations_of(const Calls& calls, std::size_t in_progress) {
  if (in_progress != 0) {
    if (!calls.many_null_params) throw measure::UsageError("--in-progress: not with this peer");
    const auto batch = [in_progress](const ManyCalls& many) {
      return measure::TurnOperation{.batch = [many, in_progress](std::size_t count) { many(count, in_progress); }};
    };
    return {{bench::null_call, batch(calls.many_null_params)}, {bench::string_call, batch(calls.many_echoes)}};
  }
  const auto echo = [&calls](const std::string& text) {
    return measure::TurnOperation{.call = [&calls, text] { require_echo(calls.echo(text), text); }};
  };
  measure::TimeOperations operations = {{bench::null_call, {calls.null_param}},
                                        {"rpc_test_string", echo(measure::test_string)},
                                        {bench::string_call, echo(bench::text_100)}};
  // A call's answer after the oneways shows that all of them have been served.
  if (calls.oneway) operations["oneway_null_param"] = {calls.oneway, calls.null_param};
  return operations;
}

inline int call(int argc, const char* const* argv, const std::string& program,
                const std::function<Calls(const std::string& address)>& connect) {
  measure::TimeRequest request;
  request.operations = {bench::null_call, bench::string_call, "rpc_test_string"};
  std::string sizes;
  std::size_t in_progress = 0;
  measure::CommandLine command_line(program + " --reqreply ADDRESS --oneway ADDRESS [flags]",
                                    "Times operations of the Time example, or with --turns of Sizes.");
  measure::declare(command_line, request);
  command_line.text("sizes", sizes, "octets of arguments (none)")
      .count("in-progress", in_progress, "so many calls at a time, from one thread (none: a call blocks its thread)");
  if (!command_line.parse(argc, argv)) return 0;
  if (in_progress != 0) request.operations.pop_back();
  const Calls calls = connect(request.reqreply);
  if ((!calls.any_thread || in_progress != 0) && request.all_threads() != 1) {
    throw measure::UsageError("--threads and --blockers: a client of this peer belongs to one thread");
  }
  measure::TimeOperations operations = operations_of(calls, in_progress);
  if (!sizes.empty()) calls.add_sizes(operations, bench::argument_sizes(sizes));
  return measure::time_as_asked(std::vector<measure::TimeOperations>(request.all_threads(), operations), request);
}

}  // namespace peer
