// time_client --reqreply REF --oneway REF [--qos QOS]: times the six operations of the example at any ORB's server.

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "time_operations.hpp"

#include <deque>
#include <vector>

namespace {

int call(int argc, char** argv) {
  auto orb = init_orb(argc, argv);
  measure::TimeRequest request;
  std::string qos;
  measure::CommandLine command_line("time_client --reqreply REF --oneway REF [flags]",
                                    "Times the six operations of the Time example.");
  measure::declare(command_line, request);
  bool one_binding = false;
  command_line.text("qos", qos, "of the client's end, e.g. processing=nullTask,messages=1")
      .toggle("one-binding", one_binding, "all threads call through the same bindings, not each through its own");
  if (!command_line.parse(argc, argv)) return 0;

  const dimma::EngineeringQoS engineering_qos = dimma::EngineeringQoS::parse(qos);
  auto reqreply = resolve<TestReqReply>(orb, "reqreply", request.reqreply);
  auto oneway = resolve<TestOneway>(orb, "oneway", request.oneway);
  int status = 0;
  {
    std::deque<TimeBindings> bindings;
    std::vector<measure::TimeOperations> of_all_threads;
    for (std::size_t i = 0; i < request.all_threads(); ++i) {
      if (i > 0 && one_binding) {
        bindings.emplace_back(TimeBindings::Through{bindings.front()});
      } else {
        bindings.emplace_back(reqreply, oneway, engineering_qos);
      }
      of_all_threads.push_back(bindings.back().operations());
    }
    status = measure::time_as_asked(of_all_threads, request);
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_client", [&] { return call(argc, argv); });
}
