#pragma once
// A plain variable of a scenario that several threads use. The run fails if two of them use it without one use
// happening before the other, and one of them writes.

#include "simulation/scheduler/scheduler.hpp"

#include <optional>

namespace dimma::simulation {

// The uses of one variable.
class Uses {
 public:
  void read(Place place);
  void write(Place place);

 private:
  struct Use {
    Step by;
    std::uint32_t thread = 0;
    Place place;
  };
  void require_before(const Use& other, const char* other_use, const char* use, Place place) const;

  Tracked tracked_;
  std::optional<Use> last_write_;
  std::vector<Use> reads_;  // since then, at most one of each thread
};

// An access is a point of its own: other threads may go on before it.
template <class Value>
class Shared {
 public:
  explicit Shared(Value value = {}) : value_(std::move(value)) {}

  const Value& get(Place place = Place::current()) const {
    uses_.read(place);
    return value_;
  }
  void set(Value value, Place place = Place::current()) {
    uses_.write(place);
    value_ = std::move(value);
  }

 private:
  mutable Uses uses_;
  Value value_;
};

}  // namespace dimma::simulation
