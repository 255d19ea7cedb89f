// capnp_time_client --reqreply ADDRESS --oneway ADDRESS: two operations of the Time example, by Cap'n Proto.

#include "peer_program.hpp"

#include <capnp/ez-rpc.h>
#include <capnp_time.capnp.h>

#include <memory>

namespace {

peer::Calls connect(const std::string& address) {
  const auto client = std::make_shared<capnp::EzRpcClient>(address);
  const auto time = std::make_shared<CapnpTime::Client>(client->getMain<CapnpTime>());
  const auto null_param = [client, time] { time->nullParamRequest().send().wait(client->getWaitScope()); };
  const auto echo = [client, time](const std::string& text) {
    auto request = time->echoRequest();
    request.setText(text);
    return std::string(request.send().wait(client->getWaitScope()).getText().cStr());
  };
  return {null_param, echo};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("capnp_time_client",
                              [&] { return peer::call(argc, argv, "capnp_time_client", connect); });
}
