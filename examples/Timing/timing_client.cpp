// timing_client --reqreply REF --oneway REF [--qos QOS] [--protocol iiop|flow]: times the nine operations of the
// example at any ORB's server, or the five oneways as a flow.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/time_report.hpp"
#include "timing_operations.hpp"
#include "timing_protocol.hpp"

namespace {

int call(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  measure::TimeRequest request;
  request.operations.assign(timing_operations.begin(), timing_operations.end());
  std::size_t elements = 100;
  request.octets = [&elements](const std::string& operation) { return argument_octets(operation, elements); };
  std::string qos, protocol;
  measure::CommandLine command_line("timing_client --reqreply REF --oneway REF [flags]",
                                    "Times the nine operations of the Timing example.");
  measure::declare(command_line, request);
  command_line.text("qos", qos, "of the client's end, e.g. processing=nullTask,messages=1")
      .text("protocol", protocol, "iiop or flow, which carries the oneways alone (what the QoS says; iiop)")
      .count("elements", elements, "elements of each sequence (100)", 10'000'000);
  if (!command_line.parse(argc, argv)) return 0;
  if (request.all_threads() != 1) throw measure::UsageError("--threads and --blockers are for time_client");

  const auto engineering_qos = qos_of(protocol, qos);
  if (is_flow(engineering_qos) && request.operation.rfind("rpc_", 0) == 0) {
    throw measure::UsageError("--operation " + request.operation + ": a flow carries oneways only");
  }
  auto reqreply = resolve<TestReqReply>(orb, "reqreply", request.reqreply);
  auto oneway = resolve<TestOneway>(orb, "oneway", request.oneway);
  int status = 0;
  if (is_flow(engineering_qos)) {
    std::erase_if(request.operations, [](const std::string& operation) { return !is_oneway(operation); });
    TimingFlow flow(oneway, engineering_qos, elements);
    status = measure::time_as_asked({flow.operations()}, request);
  } else {
    TimingBindings bindings(reqreply, oneway, engineering_qos, elements);
    status = measure::time_as_asked({bindings.operations()}, request);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("timing_client", [&] { return call(argc, argv); });
}
