#pragma once
// A plain variable that several threads of a scenario use. The run fails in case of a data race: two uses of which
// neither happens before the other, and at least one of which writes.

#include "simulation/scheduler/scheduler.hpp"

#include <optional>

namespace dimma::simulation {

// Records the reads and writes of one variable, and detects races between them.
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
  std::vector<Use> reads_;  // since the last write, at most one per thread
};

// Each access is a point at which other threads may run first.
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
