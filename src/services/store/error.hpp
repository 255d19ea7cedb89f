#pragma once
/// What can go wrong with a store.

#include <stdexcept>
#include <string>

namespace dimma::store {

/// The text names the store, what was tried and what to do.
class StoreError : public std::runtime_error {
 public:
  enum class Kind {
    refused,      ///< the caller's mistake: a key that is too long, a lease that does not exist
    compacted,    ///< a watch from a revision that the store no longer remembers
    unavailable,  ///< not done, may work later: the store is in use or can't be reached
    failed,       ///< not done: no room on the disk, no permission, an error of the device
    damaged,      ///< not a store, a store of another version, or one that is corrupt
    uncertain,    ///< it may have been done: the answer did not come
  };

  StoreError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  Kind kind() const noexcept { return kind_; }

 private:
  Kind kind_;
};

}  // namespace dimma::store
