// dimma-bench EXPERIMENT [flags]: measures dimma, bare programs and dimma's peers.

#include "experiment.hpp"
#include "measure/command_line.hpp"

#include <array>
#include <csignal>
#include <iostream>
#include <string_view>

namespace {

constexpr auto experiments = std::to_array<bench::Experiment>({
    {"null-rpc", "a call without parameters: bare socket, omniORB, dimma with default and with Full QoS",
     bench::run_null_rpc},
    {"threads", "1 to 64 threads of one client compete for shared and dedicated channels", bench::run_threads},
    {"latency", "the distribution of the times of single calls, and second by second", bench::run_latency},
    {"transports", "a call over each transport, blocking and spinning, beside a bare loop over the same",
     bench::run_transports},
    {"arguments", "calls with sequences of primitives and structs as arguments", bench::run_arguments},
#ifdef DIMMA_HAS_CLASSIC
    {"classic", "calls in the classic mapping, beside the IDL-to-C++11 mapping and omniORB", bench::run_classic},
#endif
    {"loans", "loaned sequences over shared memory beside copied ones, of 4 KiB to 64 MiB", bench::run_loans},
    {"asynchronous", "1 to 10,000 calls in progress from one thread: coroutines, gRPC, Cap'n Proto",
     bench::run_asynchronous},
    {"scale", "many idle connections to a server, and many objects in one", bench::run_scale},
    {"growth", "a call while an interface's operations, a server's POAs and a client's bindings grow",
     bench::run_growth},
    {"many", "many clients at once at a server, beside a bare epoll server with as many octets", bench::run_many},
    {"flow", "messages over UDP, one by one and in batches, beside bare loops, and what of them arrives",
     bench::run_flow},
#ifdef DIMMA_HAS_NAMING
    {"naming", "the naming service beside omniNames and a bare SQLite loop", bench::run_naming},
#endif
#ifdef DIMMA_HAS_SEALED
    {"sealed", "what calls of each kind take from the heap, at both ends: nothing", bench::run_sealed},
#endif
#ifdef DIMMA_HAS_TLS
    {"tls", "calls, large messages, handshakes and idle connections over TLS, beside a bare loop of OpenSSL's",
     bench::run_tls},
#endif
#ifdef DIMMA_HAS_TRACE
    {"observing", "a null RPC that is counted, recorded or traced, beside one that is not", bench::run_observing},
#endif
    {"report", "all of it, as a page to look at and as data", bench::run_report},
    {"compare", "what changed from one report to another beyond the noise", bench::run_compare},
});

void print_help(std::ostream& out) {
  out << "usage: dimma-bench EXPERIMENT [flags]\n\nexperiments (each has --help):\n";
  for (const auto& experiment : experiments) out << "  " << experiment.name << "  " << experiment.purpose << '\n';
}

int run(int argc, char** argv) {
  if (argc < 2) throw measure::UsageError("an experiment is missing");
  const std::string_view name = argv[1];
  if (name == "--help") {
    print_help(std::cout);
    return 0;
  }
  for (const auto& experiment : experiments) {
    if (name == experiment.name) return experiment.run(argc - 1, argv + 1);
  }
  throw measure::UsageError("there is no experiment '" + std::string(name) + "'");
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a contender that has ended is reported instead of ending this process
  return measure::run_program("dimma-bench", [&] { return run(argc, argv); });
}
