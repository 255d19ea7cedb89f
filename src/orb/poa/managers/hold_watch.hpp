#pragma once
// Writes to the log that requests wait for a POAManager in HOLDING, which may have been left unactivated by mistake.

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

// A manager that holds requests. `hold` numbers the times that it has begun to hold requests.
class RequestHolder {
 public:
  // Returns false if it still holds requests after that time.
  virtual bool await_end_of_hold(std::uint64_t hold, std::chrono::milliseconds limit) = 0;
  virtual void say_if_held(std::uint64_t hold) = 0;

 protected:
  ~RequestHolder() = default;
};

// The time after which the log says that requests are still held. Only tests change it, while threads read it.
inline sync::Atomic<std::chrono::milliseconds> held_for_long{std::chrono::milliseconds(5'000)};

// Each ORB has one. It waits for that time to pass, on a thread unless the application runs the ORB.
class HoldWatch {
 public:
  // Called when `manager` holds a first request: asks it if it still does when that time has passed, unless the hold
  // has ended. Does not ask if there is no memory or thread. `timer` is where the timer of an ORB that an application
  // runs is kept.
  void begin(const std::shared_ptr<OrbState>& orb, const std::shared_ptr<RequestHolder>& manager, std::uint64_t hold,
             std::shared_ptr<reactor::Timer>& timer) noexcept;
  void await_others() { waiting_.await_others(); }

 private:
  execution::Threads waiting_;
};

}  // namespace dimma::orb
