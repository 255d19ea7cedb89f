#include "many_contenders.hpp"

#include <chrono>
#include <utility>

#include <sys/resource.h>

namespace bench {
namespace {

constexpr auto patience = std::chrono::seconds(60);
constexpr std::size_t descriptors_for_others = 100;

}  // namespace

std::size_t connections_max() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return limit.rlim_cur > descriptors_for_others ? static_cast<std::size_t>(limit.rlim_cur) - descriptors_for_others
                                                 : 0;
}

measure::Child many_clients(const std::vector<std::string>& server, std::size_t connections,
                            std::optional<int> processor) {
  std::vector<std::string> arguments = {measure::program_folder() + "/many_client", "--connections",
                                        std::to_string(connections)};
  arguments.insert(arguments.end(), server.begin(), server.end());
  return measure::Child::start(arguments, processor);
}

BareServer many_bare_server(std::size_t octets, std::size_t threads, std::optional<int> processor) {
  const std::string length = std::to_string(octets);
  auto process = measure::Child::start(
      {measure::program_folder() + "/many_echo_server", "--octets", length, "--threads", std::to_string(threads)},
      processor);
  const std::string port = process.read_line(patience);
  process.wait_for_line("ready", patience);
  return {std::move(process), {"--port", port, "--octets", length}};
}

}  // namespace bench
