#pragma once
// On which processors things run: the scheduler's choice alone can double or halve a round trip.

#include <optional>
#include <vector>

namespace measure {

// The processors that this process may use, in order.
std::vector<int> usable_processors();

// This thread and those that it makes run there alone from now on. Throws std::system_error.
void pin_to(int processor);

// Pins this thread for as long as it lives, if told to; afterwards it may run where it could before.
class Pinned {
 public:
  explicit Pinned(std::optional<int> processor);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  const std::vector<int> before_;
};

// The processors of the two ends of a conversation; an end without one runs wherever the scheduler puts it.
struct Placement {
  std::optional<int> client;
  std::optional<int> server;
};

// Different processors where there are two, otherwise the only one for both.
Placement apart();
// One and the same processor.
Placement together();

}  // namespace measure
