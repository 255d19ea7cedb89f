#include "simulation/world/journal.hpp"

#include "simulation/scenario.hpp"

#include <algorithm>

namespace dimma::simulation {

std::string text_of_call(std::uint64_t call) { return "call " + std::to_string(call); }

std::size_t Journal::begin() {
  calls_.emplace_back();
  return calls_.size() - 1;
}

void Journal::executed(std::size_t call) {
  check(call < calls_.size(), "only calls that were begun are executed");
  check(++calls_[call].executions == 1, "a call is executed once");
}

void Journal::ended(std::size_t call) { end(call, Ended::with_result); }

void Journal::sent(std::size_t call) { end(call, Ended::maybe_executed); }

void Journal::ended_by(std::size_t call, const CORBA::SystemException& exception) {
  const auto completed = exception.completed();
  check(completed != CORBA::COMPLETED_YES, "no call of these scenarios fails after it was executed");
  end(call, completed == CORBA::COMPLETED_NO ? Ended::without_execution : Ended::maybe_executed);
}

void Journal::end(std::size_t call, Ended how) {
  check(calls_[call].ended == Ended::not_yet, "a call ends once");
  const sync::LockGuard lock(mutex_);
  calls_[call].ended = how;
  ended_.notify_all();
}

void Journal::await_ends() {
  sync::UniqueLock lock(mutex_);
  ended_.wait(lock, [this] { return count(Ended::not_yet) == 0; });
}

void Journal::check_all() const {
  for (const Entry& call : calls_) {
    check(call.ended != Ended::not_yet, "each call ends");
    if (call.ended == Ended::with_result) check(call.executions == 1, "a call with a result was executed");
    if (call.ended == Ended::without_execution) check(call.executions == 0, "COMPLETED_NO: it was not executed");
  }
}

std::size_t Journal::count(Ended how) const {
  return static_cast<std::size_t>(std::ranges::count(calls_, how, &Entry::ended));
}

std::size_t Journal::executions() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(calls_, [](const Entry& call) { return call.executions != 0; }));
}

}  // namespace dimma::simulation
