#pragma once
// The simulated locks, atomics, threads and clocks (sync_simulated.hpp) call these functions of the scheduler. Only a
// build with DIMMA_SIMULATED has them; the scheduler is no part of the library (docs/inside/simulation.md).
//
// Each function that has a Place is a point: the scheduler decides which thread goes on before the operation is carried
// out. Between two points a thread is alone. Outside a run, when no simulated thread exists, the functions do what they
// do for a single thread.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>

namespace dimma::simulation {

using Place = std::source_location;
using Time = std::chrono::steady_clock::time_point;
inline constexpr Time never = Time::max();

// The scheduler's number of an object during one run. An object that outlives a run begins the next one anew.
struct Tracked {
  std::uint32_t run = 0;
  std::uint32_t number = 0;  // within the run
};

// The older values that a load may still return, besides the newest one.
inline constexpr std::size_t remembered_values = 8;

// The values of an atomic are in `remembered_values` slots of the atomic itself.
struct Location {
  Tracked tracked;
  std::uint32_t newest = 0;  // its slot
};

// Returns the slot of a value that the order allows the thread to see.
std::size_t load(Location& location, std::memory_order order, Place place) noexcept;
// A read-modify-write, in two steps: the first returns the slot of the newest value, the second that of the new one.
std::size_t begin_change(Location& location, const char* operation, Place place) noexcept;
std::size_t end_change(Location& location, std::memory_order order) noexcept;
// Ends a compare-exchange that has found another value.
void refuse_change(Location& location, std::memory_order order) noexcept;
// True if a weak compare-exchange fails this time although it need not.
bool fails_spuriously() noexcept;
std::size_t store(Location& location, std::memory_order order, Place place) noexcept;
void fence(std::memory_order order, Place place) noexcept;
// Blocks until notify() is called. The caller has just seen the newest value, and looks again afterwards.
void await_notification(Location& location, Place place) noexcept;
void notify(Location& location, bool all, Place place) noexcept;
// Adds the value to the trace of the operation before it.
void show(std::uint64_t value) noexcept;

struct LockState {
  Tracked tracked;
  std::uint32_t owner = 0;  // a thread's number plus one; 0: not held exclusively
  std::uint32_t again = 0;  // how often the owner has taken a recursive lock beyond the first time
  std::uint32_t sharers = 0;
};
enum class LockKind : std::uint8_t { exclusive, recursive, shared };

void lock(LockState& state, LockKind kind, Place place) noexcept;
bool try_lock(LockState& state, LockKind kind, Place place) noexcept;
void unlock(LockState& state, LockKind kind, Place place) noexcept;
bool is_mine(const LockState& state) noexcept;

struct ConditionState {
  Tracked tracked;
};
// A wait is in two steps, between which the caller releases its lock. The second returns false at the deadline.
void begin_wait(ConditionState& state, Place place) noexcept;
bool end_wait(ConditionState& state, Time deadline, Place place) noexcept;
void notify(ConditionState& state, bool all, Place place) noexcept;

// Returns the thread's number, from 1 on. Throws std::system_error if there are as many threads as a run may have.
std::uint32_t start_thread(std::function<void()> body, Place place);
void join(std::uint32_t thread, Place place) noexcept;
void detach(std::uint32_t thread) noexcept;
// Returns 0 for the thread that has begun the run, and outside a run.
std::uint32_t this_thread() noexcept;
const void* this_thread_mark() noexcept;
void yield(Place place) noexcept;

// Each reading lets a microsecond pass, so that a thread that reads until its deadline comes to an end.
Time now(Place place) noexcept;
void sleep_until(Time time, Place place) noexcept;

}  // namespace dimma::simulation
