// ice_time_client --reqreply ADDRESS --oneway ADDRESS: two operations of the Time example, by ZeroC Ice.

#include "peer_program.hpp"

#include <Ice/Ice.h>
#include <ice_time.h>

#include <memory>

namespace {

peer::Calls connect(const std::string& address) {
  const auto communicator = std::make_shared<Ice::CommunicatorHolder>(Ice::initialize());
  const auto time = Ice::checkedCast<TimeExample::ExampleTimePrx>((*communicator)->stringToProxy(address));
  if (!time) throw measure::UsageError("--reqreply refers to no ExampleTime");
  return {[communicator, time] { time->nullParam(); },
          [communicator, time](const std::string& text) { return time->echo(text); }};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("ice_time_client", [&] { return peer::call(argc, argv, "ice_time_client", connect); });
}
