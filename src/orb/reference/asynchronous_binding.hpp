#pragma once
// Binds a reference without blocking a thread. Tries its profiles one after the other, as a blocking call does.

#include "channel/connect_attempts.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/reference/profile_selector.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dimma {

class ObjectReference::AsynchronousBinding final : public std::enable_shared_from_this<AsynchronousBinding> {
 public:
  // Called once, on any thread and perhaps before begin() returns: with nullptr if the reference has a channel,
  // otherwise with what binding raises.
  using Done = std::function<void(std::exception_ptr)>;
  // Joins a binding in progress if its deadline is no later and it began with the same profile.
  static void begin(const std::shared_ptr<ObjectReference>& target, const Attempts& attempts, Done done);

  AsynchronousBinding(std::shared_ptr<ObjectReference> target, const Attempts& attempts) noexcept
      : target_(std::move(target)), attempts_(attempts) {}

 private:
  // Requires the reference's lock.
  void join(Done done) {
    target_->mutex_.assert_held();
    waiting_.push_back(std::move(done));
  }
  void try_reference() noexcept;
  orb::ProfileSelector selector() const;
  void try_profile();
  void bound(std::shared_ptr<channel::ClientChannel> channel, const std::exception_ptr& failure) noexcept;
  void failed(const CORBA::SystemException& exception);
  void finish(const std::exception_ptr& failure) noexcept DIMMA_EXCLUDES(target_->mutex_);

  const std::shared_ptr<ObjectReference> target_;
  Attempts attempts_;
  std::shared_ptr<const orb::Ior> ior_;
  bool is_forwarded_ = false;
  std::vector<orb::ProfileSelector::Choice> choices_;
  std::optional<channel::ConnectAttempts> tries_;  // attempts at the choices
  channel::ConnectAttempts::Attempt trying_{};
  std::size_t profile_ = 0;
  std::string failures_;
  std::exception_ptr last_;
  std::vector<Done> waiting_ DIMMA_GUARDED_BY(target_->mutex_);
};

}  // namespace dimma
