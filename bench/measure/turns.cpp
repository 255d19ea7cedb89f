#include "measure/turns.hpp"

#include <chrono>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace measure {
namespace {

constexpr auto turn_limit = std::chrono::minutes(5);

}  // namespace

int serve_turns(const std::map<std::string, TurnOperation>& operations) {
  std::cout << "ready" << std::endl;
  std::string word, name;
  std::size_t calls = 0;
  while (std::cin >> word >> name >> calls) {
    const auto operation = operations.find(name);
    if (word != "run" || operation == operations.end() || calls == 0) {
      std::cerr << "no such turn: " << word << ' ' << name << ' ' << calls << '\n';
      return 1;
    }
    Times times(calls);
    times.take(calls, operation->second.call);
    operation->second.drain();
    const Summary summary = times.summarise();
    std::cout << summary.mean_us << ' ' << summary.p50_us << ' ' << summary.p99_us << std::endl;
  }
  return 0;
}

Contender::Contender(Child client) : client_(std::move(client)) {
  client_.wait_for_line("ready", std::chrono::seconds(30));
}

Summary Contender::run(const std::string& operation, std::size_t calls) {
  client_.write_line("run " + operation + ' ' + std::to_string(calls));
  const std::string line = client_.read_line(turn_limit);
  std::istringstream figures(line);
  Summary summary;
  if (!(figures >> summary.mean_us >> summary.p50_us >> summary.p99_us)) {
    throw std::runtime_error(client_.name() + " answered '" + line + "' to its turn");
  }
  return summary;
}

}  // namespace measure
