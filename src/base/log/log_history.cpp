#include "base/log/log_history.hpp"

#include "base/log/log_levels.hpp"
#include "base/sync/count_down.hpp"

#include <algorithm>
#include <deque>

namespace dimma::log {

namespace {

constexpr std::size_t kept_max = 256;
constexpr Level counted = Level::info;
constexpr Level kept = Level::warning;

struct History {
  sync::Atomic<std::size_t> wanted{0};  // modified only with `mutex` held
  std::array<sync::Atomic<std::uint64_t>, events.size()> counts{};
  sync::Mutex mutex;
  std::deque<KeptRecord> records DIMMA_GUARDED_BY(mutex);
};

// Never destroyed, since connections may end while the process exits.
History& history() {
  static auto& only = *new History;
  return only;
}

bool is_wanted() noexcept { return history().wanted.load(std::memory_order_relaxed) != 0; }

}  // namespace

HistoryWanted::HistoryWanted() {
  History& shared = history();
  const sync::LockGuard lock(shared.mutex);
  shared.wanted.fetch_add(1, std::memory_order_relaxed);
  detail::remember_levels(counted);
}

HistoryWanted::~HistoryWanted() {
  History& shared = history();
  const sync::LockGuard lock(shared.mutex);
  if (sync::count_down(shared.wanted, std::memory_order_relaxed) != 0) return;
  detail::remember_levels(Level::off);
  shared.records.clear();
  for (auto& count : shared.counts) count.store(0, std::memory_order_relaxed);
}

std::vector<EventCount> event_counts() {
  std::vector<EventCount> counts;
  if (!is_wanted()) return counts;
  for (std::size_t at = 0; at < events.size(); ++at) {
    const auto count = history().counts[at].load(std::memory_order_relaxed);
    if (count != 0) counts.push_back({static_cast<Event>(at), count});
  }
  return counts;
}

std::vector<KeptRecord> kept_records() {
  History& shared = history();
  const sync::LockGuard lock(shared.mutex);
  return {shared.records.begin(), shared.records.end()};
}

void detail::count(Event event) noexcept {
  if (is_wanted() && facts_of(event).level <= counted) {
    history().counts[static_cast<std::size_t>(event)].fetch_add(1, std::memory_order_relaxed);
  }
}

bool detail::keeps(Event event) noexcept { return is_wanted() && facts_of(event).level <= kept; }

void detail::keep(const Record& record, Event event) {
  KeptRecord own{record.time,
                 event,
                 std::string(record.text),
                 std::string(record.peer),
                 std::string(record.endpoint),
                 std::string(record.object),
                 std::string(record.operation),
                 record.minor,
                 record.held_back};
  History& shared = history();
  const sync::LockGuard lock(shared.mutex);
  if (shared.wanted.load(std::memory_order_relaxed) == 0) return;
  shared.records.push_back(std::move(own));
  if (shared.records.size() > kept_max) shared.records.pop_front();
}

void detail::lock_history() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { history().mutex.lock(); }
void detail::unlock_history() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { history().mutex.unlock(); }

}  // namespace dimma::log
