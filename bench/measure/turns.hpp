#pragma once
// A contender of a comparison is a client process that is told by lines when its turn is, so that all contenders take
// turns within one life of their processes:
//   to it:    "run OPERATION CALLS"   a turn; the calls are shared out among the client's threads
//             "whole OPERATION"       what all its turns so far are together
//             "spread OPERATION"      the histogram of all its turns so far
//             "forget OPERATION"      that there have been turns: those so far were to warm up
//             "delivered OPERATION"   which share of the calls of all its turns arrived
//   from it:  "ready" once, then for each line the figures of a Summary, in order, the histogram's line, "forgotten",
//   or the share

#include "measure/process.hpp"
#include "measure/statistics.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace measure {

// The work of a client that is told to run an operation. `drain` is called, untimed, after each turn of oneways.
struct TurnOperation {
  std::function<void()> call = nullptr;
  std::function<void()> drain = [] {};
  // Which share of the calls arrived, where that is in doubt; asked for after drain().
  std::function<double()> delivered = nullptr;
  // Instead of `call`, of one thread: makes so many calls, several of them in progress at a time. The time of each is
  // then the turn's, divided by the number of calls.
  std::function<void(std::size_t calls)> batch = nullptr;
};

// Makes so many calls and takes their times.
void take(const TurnOperation& operation, std::size_t calls, Times& times);

using TurnOperations = std::map<std::string, TurnOperation>;

// The client's side: serves turns from standard input until it ends. Returns the exit status.
int serve_turns(const TurnOperations& operations);
// Each turn with as many threads as there are elements; each calls its own operations, and all begin at once. While
// they do, each of `beside` is called on and on by a thread of its own, untimed.
int serve_threaded_turns(const std::vector<TurnOperations>& of_each_thread,
                         const std::vector<TurnOperation>& beside = {});

// The orchestrating side.
class Contender {
 public:
  // Waits until the client is ready.
  explicit Contender(Child client);
  Summary run(const std::string& operation, std::size_t calls);
  Summary whole(const std::string& operation);
  Histogram spread(const std::string& operation);
  void forget(const std::string& operation);
  double delivered(const std::string& operation);

  // The turns and calls that it has been asked for so far, warming up included.
  std::size_t turns_taken() const noexcept { return turns_; }
  std::size_t calls_made() const noexcept { return calls_; }

 private:
  Summary ask(const std::string& line);

  Child client_;
  std::size_t turns_ = 0;
  std::size_t calls_ = 0;
};

}  // namespace measure
