// EventsAhead: each event goes to one thread.

#include "reactor/events_ahead.hpp"
#include "simulation/scenario.hpp"

#include <array>

namespace dimma::simulation {
namespace {

struct Taken {
  sync::Atomic<int> times{0};
};

const Registered events_ahead_take("events_ahead.take", "two threads take what a third puts, twice", [] {
  std::array<Taken, 3> events;
  reactor::EventsAhead<Taken> ahead;
  const auto take = [&] {
    if (Taken* const event = ahead.take()) {
      check(++event->times <= 2, "an event is taken as often as it was put");
      return true;
    }
    return false;
  };
  const auto put = [&] {
    const std::array<Taken*, 3> all{&events[0], &events[1], &events[2]};
    ahead.put(all);
  };
  put();
  sync::Thread one([&] {
    take();
    take();
  });
  while (take()) {
  }
  while (!ahead.empty()) sync::yield();
  put();
  one.join();
  while (take()) {
  }
  for (const Taken& event : events) check(event.times == 2, "no event is lost");
});

}  // namespace
}  // namespace dimma::simulation
