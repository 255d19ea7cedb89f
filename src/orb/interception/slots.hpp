#pragma once
// The slots of an ORB, and each thread's values in these slots.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <dimma/interceptor.hpp>

#include <memory>
#include <vector>

namespace dimma::orb {

class Slots {
 public:
  using Values = std::vector<CORBA::Any>;

  // Called only during the ORB's initialisation, on one thread.
  PortableInterceptor::SlotId allocate() noexcept {
    DIMMA_ASSERT(!sealed_);
    return count_++;
  }
  void seal() noexcept { sealed_ = true; }
  bool sealed() const noexcept { return sealed_; }

  // Throws InvalidSlot if the slot was not allocated.
  void require(PortableInterceptor::SlotId id) const;
  // Returns an empty value for each slot.
  Values empty() const { return Values(count_); }
  Values of_this_thread() const;
  void set_of_this_thread(Values values) const;

  // Replaces the thread's values while the object exists.
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
  // Identifies this ORB's values in the calling thread's list. Threads keep it alive after the ORB has been destroyed.
  const std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  PortableInterceptor::SlotId count_ = 0;
  bool sealed_ = false;
};

}  // namespace dimma::orb
