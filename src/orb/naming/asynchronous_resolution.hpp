#pragma once
// Resolves names in naming services asynchronously.

#include "orb/naming/initial_references.hpp"
#include "orb/reference/asynchronous/asynchronous_operation.hpp"

#include <cstdint>
#include <memory>

namespace dimma::orb {

// Follows a path of names with one call at a time. The step that ends a call begins the next one.
class AsynchronousResolution final : public AsynchronousOperation,
                                     public std::enable_shared_from_this<AsynchronousResolution> {
 public:
  explicit AsynchronousResolution(const Completed& completion)
      : AsynchronousOperation(completion), steps_(completion) {}

  // Called once. Throws if the first call cannot be begun.
  void follow(NamePath path);
  // Cancels the call in progress, which ends this operation.
  void cancel(bool only_unsent) noexcept override;

 private:
  void ask();
  void answered(CORBA::object_reference<CORBA::Object> object, std::exception_ptr failure) noexcept;

  // The next three members are used only by the step in progress.
  std::shared_ptr<Completion> steps_;  // reset when the last call begins
  NamePath path_;
  std::uint64_t asked_ = 0;

  sync::Mutex mutex_;
  bool is_cancelled_ DIMMA_GUARDED_BY(mutex_) = false;
  std::weak_ptr<AsyncCall> call_ DIMMA_GUARDED_BY(mutex_);
  std::uint64_t call_number_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::orb
