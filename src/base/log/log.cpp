#include "base/log/log.hpp"

#include "base/log/log_history.hpp"
#include "base/log/log_limit.hpp"
#include "base/log/log_output.hpp"
#include "base/sync/clock.hpp"
#include "base/text/shown_text.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <cerrno>
#include <memory>
#include <utility>

namespace dimma::log {

namespace {

// Returns the suffix that is appended to a record's text, or an empty string.
std::string held_back_in_words(std::uint64_t held_back) {
  if (held_back == 0) return {};
  return " (" + std::to_string(held_back) + " similar messages suppressed)";
}

struct SinkInUse {
  Sink sink;
  std::size_t users = 0;  // threads that are calling the sink; guarded by State::mutex
};

struct State {
  sync::Mutex mutex;
  sync::Condition unused;
  std::shared_ptr<SinkInUse> sink DIMMA_GUARDED_BY(mutex);  // nullptr means the default sink
  std::array<Limit, events.size()> limits;
};

// Never destroyed, since connections may end while the process exits.
State& state() {
  static auto& only = *new State;
  return only;
}

constinit DIMMA_PER_THREAD bool is_in_sink = false;

void give_to_sink(const Record& record) {
  if (is_in_sink) return detail::write_line(record);
  State& shared = state();
  std::shared_ptr<SinkInUse> sink;
  {
    const sync::LockGuard lock(shared.mutex);
    sink = shared.sink;
    if (sink) ++sink->users;
  }
  if (!sink) return detail::write_line(record);
  is_in_sink = true;
  try {
    sink->sink(record);
  } catch (...) {
    detail::write_line(record);
  }
  is_in_sink = false;
  const sync::LockGuard lock(shared.mutex);
  DIMMA_ASSERT(sink->users != 0);
  if (--sink->users == 0) shared.unused.notify_all();
}

// Escapes control characters, since most names in the texts are chosen by a peer.
void make_showable(Entry& entry) {
  if (!is_shown_as_it_is(entry.text, shown_line_octets_max)) entry.text = shown_text(entry.text, shown_line_octets_max);
  for (std::string* const name : {&entry.peer, &entry.endpoint, &entry.object, &entry.operation}) {
    if (!is_shown_as_it_is(*name)) *name = shown_text(*name);
  }
}

// Throws std::bad_alloc if memory runs out.
void write_record(Event event, function_ref<Entry()> make) {
  const auto& facts = facts_of(event);
  detail::count(event);
  const bool is_written = is_on(facts.room, facts.level);
  const bool is_kept = detail::keeps(event);
  if (!is_written && !is_kept) return;
  auto& limit = state().limits[static_cast<std::size_t>(event)];
  const auto held_back = limit.admit(facts.a_minute, Limit::Clock::now());
  if (!held_back) return;
  Record record{WallClock::now(), facts.level, facts.room, facts.name, facts.name, *held_back, {}, {}, {}, {}, 0};
  Entry entry;
  try {
    entry = make();
    make_showable(entry);
    record.text = entry.text;
    record.peer = entry.peer;
    record.endpoint = entry.endpoint;
    record.object = entry.object;
    record.operation = entry.operation;
    record.minor = entry.minor;
  } catch (...) {
    // The record then consists of the event's name only.
  }
  if (is_kept) detail::keep(record, event);
  if (is_written) give_to_sink(record);
}

}  // namespace

void detail::write(Event event, function_ref<Entry()> make) noexcept {
  const int error = errno;
  try {
    write_record(event, make);
  } catch (...) {
    // The log's own state could not be allocated, so the record is dropped.
  }
  errno = error;
}

std::string_view to_string(Level level) noexcept { return level_names[static_cast<std::size_t>(level)]; }
std::string_view to_string(Room room) noexcept { return room_names[static_cast<std::size_t>(room)]; }

std::string line_of(const Record& record) {
  return std::string(to_string(record.level)) + ": " + std::string(record.text) + held_back_in_words(record.held_back);
}

void set_sink(Sink sink) {
  if (is_in_sink) {
    throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_would_deadlock, CORBA::COMPLETED_NO,
                               "set_sink() must not be called within a sink: it would deadlock");
  }
  auto next = sink ? std::make_shared<SinkInUse>(SinkInUse{std::move(sink)}) : nullptr;
  State& shared = state();
  sync::UniqueLock lock(shared.mutex);
  shared.sink.swap(next);
  if (next) shared.unused.wait(lock, [&] { return next->users == 0; });
}

// The loop takes the lock of each event's limit. unlock_log() releases all these locks.
void lock_log() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  State& shared = state();
  shared.mutex.lock();
  for (auto& limit : shared.limits) limit.lock();
  detail::lock_history();
  detail::lock_levels();
}

void unlock_log() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  State& shared = state();
  detail::unlock_levels();
  detail::unlock_history();
  for (auto& limit : shared.limits) limit.unlock();
  shared.mutex.unlock();
}

void unlock_log_in_child() noexcept {
  State& shared = state();
  shared.mutex.assert_held();
  if (shared.sink) shared.sink->users = is_in_sink ? 1 : 0;
  unlock_log();
}

void refill_limits() noexcept {
  for (auto& limit : state().limits) limit.refill();
}

}  // namespace dimma::log
