#pragma once
// Asks naming services without blocking a thread.

#include "orb/naming/initial_references.hpp"
#include "orb/reference/asynchronous_operation.hpp"

#include <cstdint>
#include <memory>

namespace dimma::orb {

// Follows a path of names, one call at a time: each call begins on the step that ends the one before.
class AsynchronousResolution final : public AsynchronousOperation,
                                     public std::enable_shared_from_this<AsynchronousResolution> {
 public:
  explicit AsynchronousResolution(const Completed& completion)
      : AsynchronousOperation(completion), steps_(completion) {}

  // Called once. Throws what keeps the first call from being begun.
  void follow(NamePath path);
  // Ends the call in progress, and this with it.
  void cancel(bool only_unsent) noexcept override;

 private:
  void ask();
  void answered(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept;

  // Owned by the step in progress.
  std::shared_ptr<Completion> steps_;  // until the last call has begun
  NamePath path_;
  std::uint64_t asked_ = 0;

  sync::Mutex mutex_;
  bool is_cancelled_ DIMMA_GUARDED_BY(mutex_) = false;
  std::weak_ptr<AsyncCall> call_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t call_number_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::orb
