#pragma once
// The interface of objects whose asynchronous calls end when their deadlines have passed.

#include "transport/transport.hpp"

#include <exception>

namespace dimma::iiop {

class Expiring {
 public:
  // Ends the calls whose deadline has passed. Returns the time at which it has to be called again.
  virtual Deadline expire(Deadline now) noexcept = 0;
  // Fails all asynchronous calls, including those that are begun later.
  virtual void fail_begun(const std::exception_ptr& why) noexcept = 0;

 protected:
  ~Expiring() = default;
};

}  // namespace dimma::iiop
