// ice_time_client --reqreply ADDRESS --oneway ADDRESS: operations of the Time example and of Sizes, by ZeroC
// Ice.

#include "ice_program.hpp"
#include "peer_program.hpp"

#include <ice_time.h>

#include <memory>

namespace {

peer::Calls connect(const std::string& address) {
  const auto communicator = std::make_shared<Ice::CommunicatorHolder>(ice::initialize());
  const auto time = Ice::checkedCast<TimeExample::ExampleTimePrx>((*communicator)->stringToProxy(address));
  if (!time) throw measure::UsageError("--reqreply refers to no ExampleTime");
  const auto oneway = time->ice_oneway();
  const auto add_sizes = [time](measure::TurnOperations& operations, const std::vector<std::size_t>& sizes) {
    const auto make_octets = [](std::size_t count) { return TimeExample::Octets(count, 7); };
    const auto make_text = [](std::size_t count) { return std::string(count, 's'); };
    bench::add_operations(operations, "octet", sizes, make_octets,
                          [time](const TimeExample::Octets& value) { time->octets(value); });
    bench::add_operations(operations, "string", sizes, make_text,
                          [time](const std::string& value) { time->text(value); });
  };
  return {.null_param = [communicator, time] { time->nullParam(); },
          .echo = [communicator, time](const std::string& text) { return time->echo(text); },
          .add_sizes = add_sizes,
          .oneway = [communicator, oneway] { oneway->nullParam(); }};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("ice_time_client", [&] { return peer::call(argc, argv, "ice_time_client", connect); });
}
