#pragma once
// Logs that requests wait for a POAManager in HOLDING, since forgetting to activate the manager is a common mistake.

#include "base/sync/sync.hpp"
#include "execution/threads.hpp"

#include <chrono>
#include <cstdint>
#include <memory>

namespace dimma::reactor {
class Timer;
}

namespace dimma::orb {

class OrbState;

// A POAManager that holds requests. `hold` is the number of the HOLDING period.
class RequestHolder {
 public:
  // Blocks until the hold has ended. Returns false if it has not ended within `limit`.
  virtual bool await_end_of_hold(std::uint64_t hold, std::chrono::milliseconds limit) = 0;
  virtual void say_if_held(std::uint64_t hold) = 0;

 protected:
  ~RequestHolder() = default;
};

// The time after which held requests are logged. Atomic, since tests change it while threads read it.
inline sync::Atomic<std::chrono::milliseconds> held_for_long{std::chrono::milliseconds(5'000)};

// Each ORB has one. It waits on a thread of its own, or with a timer if the application runs the ORB.
class HoldWatch {
 public:
  // Called for the first request that `manager` holds: calls say_if_held() after held_for_long, unless the hold has
  // ended. No-op if no memory or thread is available. `timer` receives the timer of an ORB that an application runs.
  void begin(const std::shared_ptr<OrbState>& orb, const std::shared_ptr<RequestHolder>& manager, std::uint64_t hold,
             std::shared_ptr<reactor::Timer>& timer) noexcept;
  void await_others() { waiting_.await_others(); }

 private:
  execution::Threads waiting_;
};

}  // namespace dimma::orb
