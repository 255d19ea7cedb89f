#pragma once
// The placement of threads on processors. The scheduler's choice alone can double or halve a round trip.

#include <optional>
#include <vector>

namespace measure {

// The processors that this process may use, in order.
std::vector<int> usable_processors();

// From now on, this thread and the threads that it starts run only on that processor. Throws std::system_error.
void pin_to(int processor);

// Pins the current thread to a processor, if there is one, for the lifetime of this object. The destructor restores the
// thread's previous processors.
class Pinned {
 public:
  explicit Pinned(std::optional<int> processor);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  const std::vector<int> before_;
};

// The processors of the two ends of a connection. The scheduler places an end without one.
struct Placement {
  std::optional<int> client;
  std::optional<int> server;
};

// Different processors if there are two, otherwise the only one for both.
Placement apart();
// The same processor for both.
Placement together();

}  // namespace measure
