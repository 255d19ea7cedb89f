#pragma once
// The slots of an ORB, and the values that each thread has in them.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <dimma/interceptor.hpp>

#include <memory>
#include <vector>

namespace dimma::orb {

class Slots {
 public:
  using Values = std::vector<CORBA::Any>;

  // Called only while the ORB is being made, by one thread.
  PortableInterceptor::SlotId allocate() noexcept {
    DIMMA_ASSERT(!sealed_);
    return count_++;
  }
  void seal() noexcept { sealed_ = true; }
  bool sealed() const noexcept { return sealed_; }

  // Throws InvalidSlot.
  void require(PortableInterceptor::SlotId id) const;
  // Returns as many empty values as there are slots.
  Values empty() const { return Values(count_); }
  Values of_this_thread() const;
  void set_of_this_thread(Values values) const;

  // Sets other values for as long as it exists.
  class Scope {
   public:
    Scope(const Slots& slots, const Values& values);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const Slots& slots_;
    Values before_;
  };

 private:
  // Identifies the values for this ORB among those that a thread has for others. It outlives the ORB that made it.
  const std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  PortableInterceptor::SlotId count_ = 0;
  bool sealed_ = false;
};

}  // namespace dimma::orb
