#pragma once
// The steps of binding a reference: the profile to try next, the time for it, and the exception to raise if no profile
// works. Connects nothing: ObjectReference::bind_now() carries out the steps blocking, AsynchronousBinding without
// blocking.

#include "channel/channel.hpp"
#include "channel/connect_attempts.hpp"
#include "orb/reference/binding/profile_selector.hpp"
#include "orb/reference/object_reference.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dimma {

class ObjectReference::BindingSteps {
 public:
  struct Step {
    channel::Binder& binder;
    const channel::Tagged& profile;  // valid until the next call of next()
    channel::Callbacks callbacks;
    Deadline until;
  };

  // Both must outlive the steps.
  BindingSteps(ObjectReference& target, Attempts& attempts) noexcept : target_(target), attempts_(attempts) {}

  // Returns the next step, or nullopt if the reference has a channel. After the last profile of a forward's target,
  // goes on with those of the original reference. Throws the exception of the binding if no profile is left.
  std::optional<Step> next();
  // Gives the reference the channel that the last step made.
  void succeeded(std::shared_ptr<channel::ClientChannel> channel);
  // Called in the handler of the exception that the last step raised. Rethrows it if no other profile is likely to
  // work.
  void failed(const CORBA::SystemException& exception);

 private:
  bool has_target();
  orb::ProfileSelector selector() const;
  [[noreturn]] void raise_failure();
  const orb::ProfileSelector::Choice& choice() const { return choices_[trying_.address]; }

  ObjectReference& target_;
  Attempts& attempts_;
  std::shared_ptr<const orb::Ior> ior_;  // nullptr before the first step
  bool is_forwarded_ = false;
  std::vector<orb::ProfileSelector::Choice> choices_;
  std::optional<channel::ConnectAttempts> tries_;  // over choices_
  channel::ConnectAttempts::Attempt trying_{};
  std::string failures_;     // the details of all failed steps, for people
  std::exception_ptr last_;  // the failure to raise
};

}  // namespace dimma
