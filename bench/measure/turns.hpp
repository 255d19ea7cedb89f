#pragma once
// A contender of a comparison is a client process that runs a turn for each command line that it reads, so that the
// processes of all contenders live for the whole comparison while they take turns:
//   to it:    "run OPERATION CALLS"   runs a turn; the calls are divided among the client's threads
//             "whole OPERATION"       requests the figures of all turns so far together
//             "spread OPERATION"      requests the histogram of all turns so far
//             "forget OPERATION"      discards the turns so far, which were warm-up
//             "delivered OPERATION"   requests the share of the calls of all turns that arrived
//   from it:  "ready" once, then for each line the figures of a Summary, in order, the histogram's line, "forgotten",
//             or the share

#include "measure/process.hpp"
#include "measure/statistics.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace measure {

// An operation of a client. `drain` is called after each turn of oneways; its time does not count.
struct TurnOperation {
  std::function<void()> call = nullptr;
  std::function<void()> drain = [] {};
  // Returns the share of the calls that arrived, for calls that can be lost; called after drain().
  std::function<double()> delivered = nullptr;
  // Used instead of `call` by a client of one thread: makes `calls` calls, several of them in progress at a time. The
  // time of each is then the turn's, divided by the number of calls.
  std::function<void(std::size_t calls)> batch = nullptr;
};

// Makes `calls` calls and adds their times to `times`.
void take(const TurnOperation& operation, std::size_t calls, Times& times);

using TurnOperations = std::map<std::string, TurnOperation>;

// The client's side: serves turns from standard input until it ends. Returns the exit status.
int serve_turns(const TurnOperations& operations);
// Likewise, with a thread for each element in each turn. Each thread calls its own operations, and all begin at once.
// During a turn, each of `beside` is called continuously by a thread of its own; these calls do not count.
int serve_threaded_turns(const std::vector<TurnOperations>& of_each_thread,
                         const std::vector<TurnOperation>& beside = {});

// The side of the program that runs the comparison.
class Contender {
 public:
  // Waits until the client is ready.
  explicit Contender(Child client);
  Summary run(const std::string& operation, std::size_t calls);
  Summary whole(const std::string& operation);
  Histogram spread(const std::string& operation);
  void forget(const std::string& operation);
  double delivered(const std::string& operation);

  // The turns and calls that have been requested so far, warm-up included.
  std::size_t turns_taken() const noexcept { return turns_; }
  std::size_t calls_made() const noexcept { return calls_; }

 private:
  Summary ask(const std::string& line);

  Child client_;
  std::size_t turns_ = 0;
  std::size_t calls_ = 0;
};

}  // namespace measure
