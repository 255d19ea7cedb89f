#pragma once
// The outcomes of each call for the client and its children, and the comparison with the calls that the server
// executed.

#include "journal.hpp"

#include <map>

namespace stress {

enum class Operation : std::uint8_t {
  call,
  tell,
  refuse,
  relay,
  callback,
  sendc_call,
  destroy_adapter,
  relayed,
  callback_call,
  future_call,
  awaited_call,
  bound_call,
  deferred_request,
  end_of_orb,
  childs_call,
  childs_tell,
  childs_async_call,
  childs_callback,
  fork
};
inline constexpr std::array<const char*, 19> names_of_operations{"call",
                                                                 "tell",
                                                                 "refuse",
                                                                 "relay",
                                                                 "callback",
                                                                 "sendc_call",
                                                                 "destroy_adapter",
                                                                 "relayed call",
                                                                 "call with a callback",
                                                                 "call with a future",
                                                                 "awaited call",
                                                                 "call of an awaited binding",
                                                                 "deferred request",
                                                                 "end of an ORB",
                                                                 "call of a child",
                                                                 "oneway of a child",
                                                                 "asynchronous call of a child",
                                                                 "callback of a child",
                                                                 "fork"};
enum class Told : std::uint8_t { nothing, begun, ok, no, maybe, yes, sent };
inline constexpr std::array<const char*, 7> names_of_told{
    "nothing", "no answer at all", "a result", "COMPLETED_NO", "COMPLETED_MAYBE", "COMPLETED_YES", "nothing (oneway)"};

struct Finding {
  std::uint64_t executed = 0;
  std::map<Told, std::uint64_t> told{};
};

class Outcomes {
 public:
  Outcomes(const std::string& path, std::uint64_t calls_max) : record_(path, calls_max) {}

  // Throws if the record is full.
  std::uint64_t begin(Operation operation) {
    const std::uint64_t id = next_.fetch_add(1);
    if (id >= record_.calls_max()) throw std::runtime_error("no room for more calls: raise --calls-max");
    record_.of(id).store(octet(operation, Told::begun));
    return id;
  }
  bool is_full() const noexcept { return next_ + 10'000 > record_.calls_max(); }
  std::uint64_t calls() const noexcept { return next_; }

  void end(std::uint64_t id, Operation operation, Told told) const {
    if (told_of(record_.of(id).exchange(octet(operation, told))) == Told::begun) return;
    complain(Wrong::untrue, text_of(operation, id) + " was answered more than once");
  }
  void complain(Wrong what, const std::string& text) const noexcept { record_.complain(what, text); }
  const Record& record() const noexcept { return record_; }

  // Describes some of the calls that have not ended.
  std::string in_progress() const {
    std::string text;
    std::size_t found = 0;
    for (std::uint64_t id = 0; id < next_ && found < 20; ++id) {
      const std::uint8_t noted = record_.of(id);
      if (told_of(noted) != Told::begun) continue;
      text += (found++ == 0 ? "" : ", ") + text_of(static_cast<Operation>(noted >> told_bits), id);
    }
    return text;
  }

  // Called when no call is in progress at either end.
  Finding compare(const Journal& journal) const {
    Finding finding;
    for (std::uint64_t id = 0; id < next_; ++id) {
      const std::uint8_t noted = record_.of(id);
      const Told told = told_of(noted);
      const unsigned times = journal.times(id);
      finding.executed += times;
      ++finding.told[told];
      if (is_true(static_cast<Operation>(noted >> told_bits), told, times)) continue;
      complain(Wrong::untrue, text_of(static_cast<Operation>(noted >> told_bits), id) + " was told " +
                                  names_of_told[static_cast<std::size_t>(told)] + ", executed " +
                                  std::to_string(times) + (times == 1 ? " time" : " times"));
    }
    return finding;
  }

 private:
  static std::uint8_t octet(Operation operation, Told told) noexcept {
    return static_cast<std::uint8_t>(static_cast<unsigned>(operation) << told_bits | static_cast<unsigned>(told));
  }
  static Told told_of(std::uint8_t noted) noexcept { return static_cast<Told>(noted & ((1U << told_bits) - 1)); }
  static std::string text_of(Operation operation, std::uint64_t id) {
    return std::string(names_of_operations[static_cast<std::size_t>(operation)]) + ' ' + std::to_string(id);
  }
  // Servants of these operations raise or pass on system exceptions, so COMPLETED_NO does not mean that they were not
  // called.
  static bool servant_raises(Operation operation) noexcept {
    return operation == Operation::refuse || operation == Operation::relay || operation == Operation::callback ||
           operation == Operation::childs_callback || operation == Operation::destroy_adapter;
  }
  static bool is_true(Operation operation, Told told, unsigned times) noexcept {
    switch (told) {
      case Told::begun:
        return false;
      case Told::no:
        return times == 0 || (times == 1 && servant_raises(operation));
      case Told::ok:
      case Told::yes:
        return times == 1;
      default:
        return times <= 1;
    }
  }

  static constexpr unsigned told_bits = 3;

  Record record_;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace stress
