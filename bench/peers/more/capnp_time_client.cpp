// capnp_time_client --reqreply ADDRESS --oneway ADDRESS: operations of the Time example and of Sizes, by
// Cap'n Proto.

#include "capnp_program.hpp"
#include "peer_program.hpp"

#include <capnp_time.capnp.h>

#include <algorithm>
#include <memory>

namespace {

// Makes calls one after the other until `left` is 0. `Begin` starts a call and returns its promise.
template <class Begin>
kj::Promise<void> call_on(std::size_t& left, const Begin& begin) {
  if (left == 0) return kj::READY_NOW;
  --left;
  return begin().then([&left, &begin] { return call_on(left, begin); });
}

// Makes `calls` calls, `in_progress` at a time, by the event loop of this thread.
template <class Begin>
void call_many(std::size_t calls, std::size_t in_progress, kj::WaitScope& scope, const Begin& begin) {
  std::size_t left = calls;
  const std::size_t callers = std::min(calls, in_progress);
  auto promises = kj::heapArrayBuilder<kj::Promise<void>>(callers);
  for (std::size_t i = 0; i < callers; ++i) promises.add(call_on(left, begin));
  kj::joinPromises(promises.finish()).wait(scope);
}

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
  const auto many_null_params = [client, time](std::size_t calls, std::size_t in_progress) {
    call_many(calls, in_progress, client->getWaitScope(),
              [&] { return time->nullParamRequest().send().ignoreResult(); });
  };
  const auto many_echoes = [client, time](std::size_t calls, std::size_t in_progress) {
    call_many(calls, in_progress, client->getWaitScope(), [&] {
      auto request = time->echoRequest();
      request.setText(bench::text_100);
      return request.send().then([](capnp::Response<CapnpTime::EchoResults>&& reply) {
        peer::require_echo(reply.getText().cStr(), bench::text_100);
      });
    });
  };
  return {.null_param = null_param,
          .echo = echo,
          .add_sizes = add_sizes,
          .any_thread = false,
          .many_null_params = many_null_params,
          .many_echoes = many_echoes};
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("capnp_time_client",
                              [&] { return peer::call(argc, argv, "capnp_time_client", connect); });
}
