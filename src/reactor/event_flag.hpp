#pragma once
// A descriptor that polls readable while a flag is set.

#include "base/sync/one_at_a_time.hpp"
#include "reactor/descriptor.hpp"

namespace dimma::reactor {

// set() is called by one thread at a time, usually with a lock of the owner held.
class EventFlag {
 public:
  EventFlag();  // Throws std::system_error.

  int handle() const noexcept { return event_.get(); }
  void set(bool readable) noexcept;

 private:
  Descriptor event_;
  bool readable_ = false;
  [[no_unique_address]] OneAtATime setting_;
};

}  // namespace dimma::reactor
