// iceoryx2_time_server --ior-dir DIR [flags]: answers messages of any size with as many octets as they request, by
// iceoryx2.

#include "iceoryx2_program.hpp"
#include "peer_program.hpp"

#include <iostream>
#include <thread>

namespace {

// Ends the process at the end of its standard input, as SIGTERM does.
void end_with_input() {
  std::thread([] {
    char octets[64];
    while (::read(STDIN_FILENO, octets, sizeof octets) > 0) {
    }
    ::_exit(0);
  }).detach();
}

int serve(int argc, char** argv) {
  std::string folder;
  std::size_t octets_max = 0;
  iceoryx2_peer::Request request;
  measure::CommandLine command_line(
      "iceoryx2_time_server --ior-dir DIR [flags]",
      "Answers with as many octets as it is asked for, by iceoryx2, until SIGTERM or the\n"
      "end of its standard input.");
  command_line.required("ior-dir", folder, "where the name of its service is written, as reqreply.ior and oneway.ior")
      .count("octets-max", octets_max, "of a message, 64 at least (64)");
  request.declare(command_line);
  if (!command_line.parse(argc, argv)) return 0;
  const std::string service = "dimma-bench/" + std::to_string(::getpid());
  const Iceoryx2Asked asked = request.at(service, std::max<std::size_t>(octets_max, 64));
  iceoryx2_peer::clean_up_behind();
  const Iceoryx2Server* const server = iceoryx2_listen(&asked);
  if (server == nullptr) iceoryx2_peer::fail();
  peer::publish(folder, service);
  end_with_input();
  iceoryx2_serve(server);
  iceoryx2_peer::fail();
}

}  // namespace

int main(int argc, char** argv) {
  return measure::run_program("iceoryx2_time_server", [&] { return serve(argc, argv); });
}
