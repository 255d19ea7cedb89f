#pragma once
// Binds a reference asynchronously. Tries its profiles one after the other, like a blocking call.

#include "orb/reference/binding_steps.hpp"
#include "orb/reference/object_reference.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace dimma {

class ObjectReference::AsynchronousBinding final : public std::enable_shared_from_this<AsynchronousBinding> {
 public:
  // Called once, on any thread and possibly before begin() returns: with nullptr if the reference has a channel,
  // otherwise with the exception of the binding.
  using Done = std::function<void(std::exception_ptr)>;
  // Joins a binding in progress if its deadline is not later and it began with the same profile. Otherwise starts a new
  // one.
  static void begin(const std::shared_ptr<ObjectReference>& target, const Attempts& attempts, Done done);

  AsynchronousBinding(std::shared_ptr<ObjectReference> target, const Attempts& attempts) noexcept
      : target_(std::move(target)), attempts_(attempts), steps_(*target_, attempts_) {}

 private:
  // Called with the reference's lock held.
  void join(Done done) {
    target_->mutex_.assert_held();
    waiting_.push_back(std::move(done));
  }
  void go_on() noexcept;
  void tried(std::shared_ptr<channel::ClientChannel> channel, const std::exception_ptr& failure) noexcept;
  void finish(const std::exception_ptr& failure) noexcept DIMMA_EXCLUDES(target_->mutex_);

  const std::shared_ptr<ObjectReference> target_;
  Attempts attempts_;
  BindingSteps steps_;
  std::vector<Done> waiting_ DIMMA_GUARDED_BY(target_->mutex_);
};

}  // namespace dimma
