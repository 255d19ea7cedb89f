// iceoryx2_time_client --reqreply SERVICE --oneway SERVICE --turns --sizes N,... [flags]: sends loaned octets
// ("loaned/N") and receives them ("loaned-result/N"), by iceoryx2, in turns (measure/turns.hpp).

#include "iceoryx2_program.hpp"
#include "peer_program.hpp"

#include <algorithm>
#include <memory>

namespace {

// The octets of the message in the other direction.
constexpr std::size_t small = 8;

int call(int argc, char** argv) {
  measure::TimeRequest request;
  std::string sizes = "0";
  iceoryx2_peer::Request peer;
  measure::CommandLine command_line(
      "iceoryx2_time_client --reqreply SERVICE --oneway SERVICE --turns --sizes N,... [flags]",
      "Sends and receives octets that are loaned, by iceoryx2.");
  measure::declare(command_line, request);
  command_line.text("sizes", sizes, "octets that are loaned (0)");
  peer.declare(command_line);
  if (!command_line.parse(argc, argv)) return 0;
  if (!request.turns || request.all_threads() != 1) {
    throw measure::UsageError("iceoryx2_time_client is for --turns alone");
  }
  const auto all = bench::argument_sizes(sizes);
  const Iceoryx2Asked asked = peer.at(request.reqreply, std::max(small, *std::max_element(all.begin(), all.end())));
  iceoryx2_peer::clean_up_behind();
  const std::shared_ptr<Iceoryx2Client> client(iceoryx2_connect(&asked), [](Iceoryx2Client* made) {
    if (made != nullptr) iceoryx2_disconnect(made);
  });
  if (!client) iceoryx2_peer::fail();
  measure::TurnOperations operations;
  const auto add = [&](const std::string& name, std::size_t octets, std::size_t wanted) {
    operations[name] = {[client, octets, wanted] {
      if (!iceoryx2_call(client.get(), octets, wanted)) iceoryx2_peer::fail();
    }};
  };
  for (const std::size_t octets : all) {
    add("loaned/" + std::to_string(octets), octets, small);
    add("loaned-result/" + std::to_string(octets), small, octets);
  }
  return measure::serve_turns(operations);
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("iceoryx2_time_client", [&] { return call(argc, argv); });
}
