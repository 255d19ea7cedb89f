// ice_time_server --ior-dir DIR: operations of the Time example and of Sizes, by ZeroC Ice.

#include "ice_program.hpp"
#include "peer_program.hpp"

#include <ice_time.h>

namespace {

class Servant final : public TimeExample::ExampleTime {
  void nullParam(const Ice::Current&) override {}
  std::string echo(std::string text, const Ice::Current&) override { return text; }
  void octets(TimeExample::Octets, const Ice::Current&) override {}
  void text(std::string, const Ice::Current&) override {}
};

int serve(int argc, char** argv) {
  std::string folder;
  if (!peer::parse_server(argc, argv, "ice_time_server", folder)) return 0;
  const Ice::CommunicatorHolder communicator(ice::initialize());
  const auto adapter = communicator->createObjectAdapterWithEndpoints("time", "tcp -h 127.0.0.1 -p 0");
  const auto object = adapter->add(std::make_shared<Servant>(), Ice::stringToIdentity("time"));
  adapter->activate();
  peer::publish(folder, object->ice_toString());
  communicator->waitForShutdown();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("ice_time_server", [&] { return serve(argc, argv); });
}
