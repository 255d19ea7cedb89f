#pragma once
// The contenders: a server process and a client process each, all alive for the whole run, taking turns.

#include "measure/pinning.hpp"
#include "measure/process.hpp"
#include "measure/socket_loop.hpp"
#include "measure/spread.hpp"
#include "measure/time_server.hpp"
#include "measure/turns.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bench {

// Returns true if the program is beside this one: those of peers are there if they could be built.
bool is_built(const std::string& program);

// iceoryx2's two programs and their flags; the clients have operations "loaned/N" and "loaned-result/N".
struct Iceoryx2 {
  std::vector<std::string> server;
  std::vector<std::string> client;
};
inline constexpr const char* iceoryx2_server = "iceoryx2_time_server";
Iceoryx2 iceoryx2(const std::string& pattern, const std::string& wait, const std::string& sizes,
                  std::size_t octets_max);

// A client of the Time example that takes turns at that server.
measure::Contender time_client(const std::string& program, const std::vector<std::string>& options,
                               const measure::TimeServer& server, std::optional<int> processor);

// A client of the bare socket loop, under the name of the operation that it stands for; each thread has a connection.
measure::Contender socket_client(const measure::SocketServer& server, const std::string& operation,
                                 measure::MessageSizes sizes, std::optional<int> processor, std::size_t threads = 1);

// Lets a client call, in small turns that together are about one of so many calls, until its times no longer drift, and
// forget them. The longest it is let is six turns, one when there is no time, eight calls where a turn has less than
// that, and five where it has one.
measure::WarmUp warm_up(measure::Contender& client, const std::string& operation, std::size_t calls,
                        bool in_haste = false);

}  // namespace bench
