#pragma once
// The interface of everything that has calls which end when their deadlines have passed.

#include "transport/transport.hpp"

#include <exception>

namespace dimma::iiop {

class Expiring {
 public:
  // Ends the calls whose deadline has passed. Returns when to call it again.
  virtual Deadline expire(Deadline now) noexcept = 0;
  // Ends all asynchronous calls, and those that are begun later.
  virtual void fail_begun(const std::exception_ptr& why) noexcept = 0;

 protected:
  ~Expiring() = default;
};

}  // namespace dimma::iiop
