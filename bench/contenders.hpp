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

// Returns true if the program is in this program's folder. The peers' programs are there only if they could be built.
bool is_built(const std::string& program);

// iceoryx2's two programs and their flags; the clients have operations "loaned/N" and "loaned-result/N".
struct Iceoryx2 {
  std::vector<std::string> server;
  std::vector<std::string> client;
};
inline constexpr const char* iceoryx2_server = "iceoryx2_time_server";
Iceoryx2 iceoryx2(const std::string& pattern, const std::string& wait, const std::string& sizes,
                  std::size_t octets_max);

// A client of the Time example that takes turns calling that server.
measure::Contender time_client(const std::string& program, const std::vector<std::string>& options,
                               const measure::TimeServer& server, std::optional<int> processor);

// A client of the bare socket loop that takes turns under the name of `operation`; each thread has a connection.
measure::Contender socket_client(const measure::SocketServer& server, const std::string& operation,
                                 measure::MessageSizes sizes, std::optional<int> processor, std::size_t threads = 1);

// Warms a client up in short turns of calls / 8 calls each, until their times no longer drift; the client then forgets
// these turns. There are at most 48 of them, 8 if `in_haste` or if `calls` is less than 8, and 5 if `calls` is 1.
measure::WarmUp warm_up(measure::Contender& client, const std::string& operation, std::size_t calls,
                        bool in_haste = false);

}  // namespace bench
