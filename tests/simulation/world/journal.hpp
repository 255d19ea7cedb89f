#pragma once
// The journal of a run's calls, and the demands on it. Its contents need no lock, as threads switch only in operations
// of base/sync.

#include "base/sync/sync.hpp"

#include <dimma/exception.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dimma::simulation {

enum class Ended : std::uint8_t { not_yet, with_result, without_execution, maybe_executed };

// Returns the text that a call carries. Each call has a text of its own, so that another call's reply is recognized.
std::string text_of_call(std::uint64_t call);

class Journal {
 public:
  // Returns the number of a new call.
  std::size_t begin();
  // The servant executes the call. Fails the run if it does so for the second time.
  void executed(std::size_t call);
  // The caller learns the end of its call. Fail the run if it has ended before.
  void ended(std::size_t call);
  // The same for a oneway call, whose end says nothing about its execution.
  void sent(std::size_t call);
  void ended_by(std::size_t call, const CORBA::SystemException& exception);

  // Waits until each call has ended. The scheduler finds a call that never ends.
  void await_ends();

  // Fails the run unless each call has ended, each call with a result was executed, and no call that ended with
  // COMPLETED_NO was.
  void check_all() const;
  std::size_t count(Ended how) const;
  // The number of calls that were executed.
  std::size_t executions() const;

 private:
  struct Entry {
    int executions = 0;
    Ended ended = Ended::not_yet;
  };

  void end(std::size_t call, Ended how);

  std::vector<Entry> calls_;
  sync::Mutex mutex_;  // orders the ends of the calls before the return of await_ends()
  sync::Condition ended_;
};

}  // namespace dimma::simulation
