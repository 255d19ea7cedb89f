#pragma once
// The steps of a run's threads.

#include "base/sync/simulation.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace dimma::simulation {

enum class ObjectKind : std::uint8_t { none, atomic, lock, condition, thread, clock, descriptor, variable };

const char* text_of(ObjectKind kind) noexcept;

struct Event {
  std::uint32_t thread = 0;
  std::uint32_t step = 0;  // the number of the thread's step
  const char* operation = "";
  ObjectKind object = ObjectKind::none;
  std::uint32_t number = 0;  // the object's number among those of its kind
  Place place;
  bool has_value = false;
  std::uint64_t value = 0;
  std::uint64_t age = 0;  // the number of values that are newer than the loaded one
};

// "queue.cpp:44".
std::string text_of(Place place);
// Prints one line for each event, with an empty line at each switch of threads.
void print(std::ostream& out, const std::vector<Event>& trace, const std::vector<std::string>& names);

}  // namespace dimma::simulation
