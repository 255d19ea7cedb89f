#include "contenders.hpp"

#include <algorithm>
#include <deque>

#include <unistd.h>

namespace bench {

bool is_built(const std::string& program) {
  return ::access((measure::program_folder() + '/' + program).c_str(), X_OK) == 0;
}

Iceoryx2 iceoryx2(const std::string& pattern, const std::string& wait, const std::string& sizes,
                  std::size_t octets_max) {
  return {{iceoryx2_server, "--pattern", pattern, "--wait", wait, "--octets-max", std::to_string(octets_max)},
          {"iceoryx2_time_client", "--pattern", pattern, "--wait", wait, "--sizes", sizes}};
}

measure::Contender time_client(const std::string& program, const std::vector<std::string>& options,
                               const measure::TimeServer& server, std::optional<int> processor) {
  std::vector<std::string> arguments = {measure::program_folder() + '/' + program,
                                        "--reqreply",
                                        server.reqreply(),
                                        "--oneway",
                                        server.oneway(),
                                        "--turns"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return measure::Contender(measure::Child::start(arguments, processor));
}

measure::Contender socket_client(const measure::SocketServer& server, const std::string& operation,
                                 measure::MessageSizes sizes, std::optional<int> processor, std::size_t threads) {
  const std::uint16_t port = server.port();
  const auto body = [port, operation, sizes, threads] {
    std::deque<measure::SocketClient> clients;
    std::vector<measure::TurnOperations> of_each_thread;
    for (std::size_t i = 0; i < threads; ++i) {
      auto& client = clients.emplace_back(port, sizes);
      of_each_thread.push_back({{operation, {[&client] { client.call(); }, [&client] { client.drain(); }}}});
    }
    return measure::serve_threaded_turns(of_each_thread);
  };
  return measure::Contender(measure::Child::fork("socket client", body, processor));
}

measure::WarmUp warm_up(measure::Contender& client, const std::string& operation, std::size_t calls, bool in_haste) {
  const std::size_t window = calls == 1 ? 5 : 8;
  const std::size_t few = std::max<std::size_t>(calls / window, 1);
  const auto result = measure::warm_up([&] { return client.run(operation, few).p50_us; }, window,
                                       calls < window || in_haste ? window : 6 * window);
  client.forget(operation);
  return result;
}

}  // namespace bench
