// capnp_time_client --reqreply ADDRESS --oneway ADDRESS: operations of the Time example and of Sizes, by
// Cap'n Proto.

#include "capnp_program.hpp"
#include "peer_program.hpp"

#include <capnp_time.capnp.h>

#include <memory>

namespace {

peer::Calls connect(const std::string& address) {
  const auto client = std::make_shared<capnp::EzRpcClient>(address, 0, capnp_peer::long_messages());
  const auto time = std::make_shared<CapnpTime::Client>(client->getMain<CapnpTime>());
  const auto null_param = [client, time] { time->nullParamRequest().send().wait(client->getWaitScope()); };
  const auto echo = [client, time](const std::string& text) {
    auto request = time->echoRequest();
    request.setText(text);
    return std::string(request.send().wait(client->getWaitScope()).getText().cStr());
  };
  const auto add_sizes = [client, time](measure::TurnOperations& operations, const std::vector<std::size_t>& sizes) {
    const auto make_octets = [](std::size_t count) { return std::vector<kj::byte>(count, 7); };
    const auto make_text = [](std::size_t count) { return std::string(count, 's'); };
    bench::add_operations(operations, "octet", sizes, make_octets, [client, time](const std::vector<kj::byte>& value) {
      auto request = time->octetsRequest();
      request.setValue(capnp::Data::Reader(value.data(), value.size()));
      request.send().wait(client->getWaitScope());
    });
    bench::add_operations(operations, "string", sizes, make_text, [client, time](const std::string& value) {
      auto request = time->textRequest();
      request.setValue(value.c_str());
      request.send().wait(client->getWaitScope());
    });
  };
  return {.null_param = null_param, .echo = echo, .add_sizes = add_sizes, .any_thread = false};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("capnp_time_client",
                              [&] { return peer::call(argc, argv, "capnp_time_client", connect); });
}
