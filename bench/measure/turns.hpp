#pragma once
// A contender of a comparison is a client process that is told by lines when its turn is, so that all contenders take
// turns within one life of their processes:
//   to it:    "run OPERATION CALLS"
//   from it:  "ready" once, then for each turn "MEAN P50 P99" in microseconds

#include "measure/process.hpp"
#include "measure/statistics.hpp"

#include <functional>
#include <map>
#include <string>

namespace measure {

// What a client does when it is told to run an operation. `drain` is called, untimed, after each turn of oneways.
struct TurnOperation {
  std::function<void()> call;
  std::function<void()> drain = [] {};
};

// The client's side: serves turns from standard input until it ends. Returns the exit status.
int serve_turns(const std::map<std::string, TurnOperation>& operations);

// The orchestrating side.
class Contender {
 public:
  // Waits until the client is ready.
  explicit Contender(Child client);
  Summary run(const std::string& operation, std::size_t calls);

 private:
  Child client_;
};

}  // namespace measure
