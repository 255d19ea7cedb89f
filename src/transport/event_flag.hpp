#pragma once
// A descriptor that polls readable while a flag is set.

#include "transport/descriptor.hpp"

namespace dimma::transport {

// The owner calls set() under a lock of its own.
class EventFlag {
 public:
  EventFlag();  // Throws std::system_error.

  int handle() const noexcept { return event_.get(); }
  void set(bool readable) noexcept;

 private:
  Descriptor event_;
  bool readable_ = false;
};

}  // namespace dimma::transport
