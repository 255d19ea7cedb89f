#pragma once
// The simulated build's part of sync.hpp: the same names, for threads scheduled from one seed
// (docs/inside/simulation.md).

#include "base/sync/assert.hpp"
#include "base/sync/simulation.hpp"
#include "base/sync/sync_simulated_atomic.hpp"
#include "base/sync/sync_simulated_mutex.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <pthread.h>

// The scheduler gives each simulated thread its own copy of the program's thread-local variables.
#define DIMMA_PER_THREAD thread_local

namespace dimma::sync {

inline constexpr bool has_threads = true;

using ThreadId = std::uint32_t;
inline ThreadId get_id() noexcept { return simulation::this_thread() + 1; }
inline void yield(Place place = Place::current()) noexcept { simulation::yield(place); }
inline void sleep_until(simulation::Time time, Place place = Place::current()) noexcept {
  simulation::sleep_until(time, place);
}
template <class Rep, class Period>
void sleep_for(const std::chrono::duration<Rep, Period>& time, Place place = Place::current()) noexcept {
  simulation::sleep_until(Clock::now(place) + time, place);
}

// Like std::thread. Its id is 0 if it is not joinable.
class Thread {
 public:
  using id = ThreadId;

  Thread() noexcept = default;
  template <class Body>
  requires(!std::same_as<std::remove_cvref_t<Body>, Thread>) explicit Thread(Body&& body,
                                                                             Place place = Place::current()) {
    // std::function requires a copyable body, but the body may be move-only.
    const auto held = std::make_shared<std::decay_t<Body>>(std::forward<Body>(body));
    id_ = simulation::start_thread([run = std::move(held)]() mutable { std::move (*std::exchange(run, nullptr))(); },
                                   place) +
          1;
  }
  Thread(Thread&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  Thread& operator=(Thread&& other) noexcept {
    DIMMA_ASSERT(!joinable());
    id_ = std::exchange(other.id_, 0);
    return *this;
  }
  ~Thread() { DIMMA_ASSERT(!joinable()); }

  id get_id() const noexcept { return id_; }
  pthread_t native_handle() const noexcept { return id_; }
  bool joinable() const noexcept { return id_ != 0; }
  void join(Place place = Place::current()) noexcept {
    DIMMA_ASSERT(joinable());
    simulation::join(std::exchange(id_, 0) - 1, place);
  }
  void detach() noexcept {
    DIMMA_ASSERT(joinable());
    simulation::detach(std::exchange(id_, 0) - 1);
  }
  static unsigned hardware_concurrency() noexcept { return 2; }

 private:
  id id_ = 0;
};

}  // namespace dimma::sync
