#pragma once
// The slots of an ORB, and what each thread has in them.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <dimma/interceptor.hpp>

#include <memory>
#include <vector>

namespace dimma::orb {

class Slots {
 public:
  using Values = std::vector<CORBA::Any>;

  // While the ORB is made only, by one thread.
  PortableInterceptor::SlotId allocate() noexcept {
    DIMMA_ASSERT(!sealed_);
    return count_++;
  }
  void seal() noexcept { sealed_ = true; }
  bool sealed() const noexcept { return sealed_; }

  // Throws InvalidSlot.
  void require(PortableInterceptor::SlotId id) const;
  // As many as there are slots.
  Values empty() const { return Values(count_); }
  Values of_this_thread() const;
  void set_of_this_thread(Values values) const;

  // Other values for as long as it lives.
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
  // Tells those of one ORB from another's that a thread has: it outlives the ORB that made it.
  const std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  PortableInterceptor::SlotId count_ = 0;
  bool sealed_ = false;
};

}  // namespace dimma::orb
