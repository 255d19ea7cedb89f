#pragma once
// The Serving objects of one endpoint. Unused ones are kept for the next thread.

#include "base/sync/sync.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/core/serving_rules.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::iiop {

// Thread-safe.
class Servings {
 public:
  // `rules` must outlive this object. `is_sealed`: the requests of the endpoint are sealed.
  Servings(const ServingRules& rules, bool is_sealed);

  // `watched` is the connection that for_each_watched() visits until give_back(); nullptr: none. Throws std::bad_alloc.
  std::unique_ptr<Serving> take(ServedConnection* watched);
  // Returns true if `serving` has memory of long messages that may not be needed again. age() releases that memory.
  bool give_back(std::unique_ptr<Serving> serving) noexcept;
  // Destroys an object that an exception has left in an incomplete state.
  void discard(std::unique_ptr<Serving> serving) noexcept;

  // Visits the connections that threads are serving. A connection that several threads serve is visited once for each.
  template <class Visit>
  void for_each_watched(Visit visit) {
    const sync::LockGuard lock(mutex_);
    for (const Serving* const serving : all_) {
      if (serving->connection != nullptr) visit(*serving->connection);
    }
  }

  // Releases the memory for long replies that was not used since the last call. Returns true if any is left.
  bool age();
  bool keeps_memory() const noexcept;

 private:
  void forget(const Serving& serving) noexcept DIMMA_REQUIRES(mutex_);
  // Returns zero for a buffer of an ordinary size.
  std::size_t long_reply_octets(const Serving& serving) const noexcept;

  const ServingRules& rules_;
  const bool is_sealed_;
  mutable sync::Mutex mutex_;
  std::vector<std::unique_ptr<Serving>> idle_ DIMMA_GUARDED_BY(mutex_);
  std::vector<Serving*> all_ DIMMA_GUARDED_BY(mutex_);
  std::size_t long_replies_octets_ DIMMA_GUARDED_BY(mutex_) = 0;  // the octets of all large buffers in idle_
};

}  // namespace dimma::iiop
