#pragma once
// The functions of the scheduler that the simulated locks, atomics, threads and clocks call (sync_simulated.hpp). They
// exist only in a build with DIMMA_SIMULATED. The scheduler itself is not part of the library
// (docs/inside/simulation.md).
//
// Each function with a Place parameter is a scheduling point: before it carries out the operation, the scheduler
// decides which thread runs next. No other thread runs between two scheduling points. Outside a run, where no simulated
// thread exists, the functions behave as in a program with a single thread.

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

// Identifies an object to the scheduler during one run. An object that outlives a run gets a new number.
struct Tracked {
  std::uint32_t run = 0;
  std::uint32_t number = 0;  // valid within the run
};

// The number of values of an atomic that are kept: the newest value, and older ones that a load may still return.
inline constexpr std::size_t remembered_values = 8;

// The values of an atomic are stored in `remembered_values` slots of the atomic itself.
struct Location {
  Tracked tracked;
  std::uint32_t newest = 0;  // slot of the newest value
};

// Returns the slot of a value that the memory order allows the thread to see.
std::size_t load(Location& location, std::memory_order order, Place place) noexcept;
// A read-modify-write has two steps: the first returns the slot of the current value, the second the slot for the new
// one.
std::size_t begin_change(Location& location, const char* operation, Place place) noexcept;
std::size_t end_change(Location& location, std::memory_order order) noexcept;
// Ends a compare-exchange that fails.
void refuse_change(Location& location, std::memory_order order) noexcept;
// Returns true if a weak compare-exchange is to fail spuriously this time.
bool fails_spuriously() noexcept;
std::size_t store(Location& location, std::memory_order order, Place place) noexcept;
void fence(std::memory_order order, Place place) noexcept;
// Blocks until notify() is called. The caller has just compared the newest value, and loads it again afterwards.
void await_notification(Location& location, Place place) noexcept;
void notify(Location& location, bool all, Place place) noexcept;
// Adds the value to the trace of the preceding operation.
void show(std::uint64_t value) noexcept;

struct LockState {
  Tracked tracked;
  std::uint32_t owner = 0;  // thread number plus one; 0 means not held exclusively
  std::uint32_t again = 0;  // number of additional times that the owner holds a recursive lock
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
// A wait has two steps, between which the caller releases its lock. The second step returns false at the deadline.
void begin_wait(ConditionState& state, Place place) noexcept;
bool end_wait(ConditionState& state, Time deadline, Place place) noexcept;
void notify(ConditionState& state, bool all, Place place) noexcept;

// Returns the thread's number, which starts at 1. Throws std::system_error if the run has reached its maximum of
// threads.
std::uint32_t start_thread(std::function<void()> body, Place place);
void join(std::uint32_t thread, Place place) noexcept;
void detach(std::uint32_t thread) noexcept;
// Returns 0 for the thread that started the run, and outside a run.
std::uint32_t this_thread() noexcept;
const void* this_thread_mark() noexcept;
void yield(Place place) noexcept;

// Each call advances the time by a microsecond, so that a thread that polls the clock until a deadline terminates.
Time now(Place place) noexcept;
void sleep_until(Time time, Place place) noexcept;

}  // namespace dimma::simulation
