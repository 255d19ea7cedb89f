// time_client --reqreply REF --oneway REF [--qos QOS]: times the six operations of the example at any ORB's server.

#include "run_program.hpp"
#include "time_operations.hpp"

namespace {

int call(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  measure::TimeRequest request;
  std::string qos;
  bool turns = false;
  measure::CommandLine command_line("time_client --reqreply REF --oneway REF [flags]",
                                    "Times the six operations of the Time example.");
  measure::declare(command_line, request);
  command_line.text("qos", qos, "of the client's end, e.g. processing=nullTask,messages=1")
      .toggle("turns", turns, "take turns with other programs as standard input says (for dimma-bench)");
  if (!command_line.parse(argc, argv)) return 0;

  const dimma::EngineeringQoS engineering_qos = dimma::EngineeringQoS::parse(qos);
  auto reqreply = resolve<TestReqReply>(orb, "reqreply", request.reqreply);
  auto oneway = resolve<TestOneway>(orb, "oneway", request.oneway);
  int status = 0;
  {
    TimeBindings bindings(reqreply, oneway, engineering_qos);
    const measure::TimeOperations operations = bindings.operations();
    status = turns ? measure::serve_turns(operations) : measure::time_and_report(operations, request);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_client", [&] { return call(argc, argv); });
}
