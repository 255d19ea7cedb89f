#pragma once
// The internals of an object that all its stubs share: its IOR, and the path that calls to it take.
//
// A reference binds when it is first called: to the object itself if it is one of this ORB's (calls then stay in the
// process, LocalCall), otherwise to the first of its profiles that a binder can reach. In the steady state a call goes
// from here into the channel without a lock, an allocation or a look at any text. All functions may be called from any
// thread; the reference has to outlive the calls made through it.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "execution/timed_mutex.hpp"
#include "orb/reference/channel_slots.hpp"
#include "orb/state/ior.hpp"
#include "orb/state/overrides.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/generated/call.hpp>
#include <dimma/qos.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dimma {

namespace orb {
class ClientRequest;
class OrbState;
class Endpoint;
struct Ending;
}  // namespace orb
class AsyncCall;
class AsyncCompletion;
namespace asio::detail {
class CallToBegin;
}

class ObjectReference : public std::enable_shared_from_this<ObjectReference> {
 public:
  // Refers to an object anywhere.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, orb::Ior ior);
  // The same for a reference that has come over a connection by which it may be called.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, orb::Ior ior, std::shared_ptr<channel::CallbackPath> came_over);
  // Refers to an object of this ORB. The IOR is made on demand, since that may open the endpoint.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, std::shared_ptr<orb::Endpoint> endpoint, std::string key,
                  std::string repository_id);
  // Copies another one, but is bound explicitly: every call goes through a channel of that QoS.
  ObjectReference(ObjectReference& other, EngineeringQoS qos);
  // Copies another one, but its calls follow these policies.
  ObjectReference(ObjectReference& other, std::shared_ptr<const orb::Overrides> overrides);
  ~ObjectReference();
  ObjectReference& operator=(const ObjectReference&) = delete;

  const std::shared_ptr<orb::OrbState>& orb() const noexcept { return orb_; }
  // Returns the original IOR, or the one that a permanent forward has led to since. Throws what opening an endpoint
  // throws, and CORBA::INV_POLICY if the ORB's default QoS is one that no endpoint can have.
  std::shared_ptr<const orb::Ior> ior() DIMMA_EXCLUDES(mutex_);
  const std::string& repository_id() const noexcept { return repository_id_; }
  // Returns the object's key if it is one of this ORB's, otherwise nullptr; also for an explicitly bound reference.
  const std::string* local_key();
  bool is_equivalent(ObjectReference& other);
  std::size_t hash();  // as is_equivalent(): the same for as long as the reference lives, despite forwards

  void call(const Operation& operation, ArgumentWriter arguments, ResultReader results);
  // Sends the request and returns; the completion is told of the outcome in any case. Throws only if a call can't be
  // made at all.
  std::shared_ptr<AsyncCall> begin(const Operation& operation, std::shared_ptr<AsyncCompletion> completion);
  // Prepares a call that is still to begin. Throws if it can't be made.
  std::shared_ptr<asio::detail::CallToBegin> prepare(const Operation& operation);
  // Sends the request, but throws a failure before it is sent; the completion is not told then.
  void begin_or_throw(const Operation& operation, std::shared_ptr<AsyncCompletion> completion);

  // Enters the object if it is one of this ORB's and calls to it need no channel, otherwise nullptr.
  // Throws the exception that refuses the request; waits while its POA holds requests.
  orb::ActiveObject* enter(std::string_view operation) {
    if (orb::ActiveObject* const object = local_object_.load(std::memory_order_acquire)) {
      if (object->enter_if_open()) [[likely]]
        return object;
    } else if (is_known_to_be_remote()) {
      return nullptr;
    }
    return enter_slowly(operation);
  }
  bool is_known_to_be_remote() const noexcept { return locality_.load(std::memory_order_acquire) == Locality::remote; }

  // Returns the target of a forward; otherwise nullptr.
  std::shared_ptr<const orb::Ior> forwarded_to();
  // The policies of this reference alone; nullptr if it has none.
  const orb::Overrides* overrides() const noexcept { return overrides_.get(); }
  // True if a oneway waits for its target.
  bool awaits_oneways() const;
  // Connects unless it is connected, or the object is one of this ORB's.
  void connect();

  // Explicit binding. Returns a reference that is still to be bound as `qos` says. Throws what dimma::bind() throws.
  static std::shared_ptr<ObjectReference> to_bind(const CORBA::Object& object, const EngineeringQoS& qos);
  void bind_now();
  // The same without waiting; for `done` see ObjectReference::AsynchronousBinding::Done.
  void begin_bind(std::function<void(std::exception_ptr)> done);
  void unbind() noexcept;
  // Called at the end of the ORB. Also closes a channel that has a connection of its own.
  void close_channel() noexcept;
  // Called in the child of a fork: gives up the channel, which is the parent's and must be kept untouched; nullptr if
  // there is none. The next call binds again.
  std::shared_ptr<channel::ClientChannel> leave_channel() noexcept;
  std::vector<channel::Fact> describe();
  // The same without binding. Returns nothing if it is not bound at the moment.
  std::vector<channel::Fact> describe_if_bound();
  // The describe() of a binding of that QoS, without the usage.
  std::vector<channel::Fact> plan(const EngineeringQoS& qos);
  // Returns memory for a loaned sequence that is passed to the object.
  LoanBlock loan(std::size_t octets);
  // Returns the report of a flow. Throws BAD_PARAM if the channel is not a flow.
  FlowReport account(std::chrono::milliseconds patience);

 private:
  class AsynchronousBinding;
  class AsynchronousCall;
  enum class Locality : std::uint8_t { unknown, local, remote };
  // The attempts that one call has made so far.
  struct Attempts {
    unsigned forwards = 0;
    bool reconnected = false;
    bool fell_back = false;
    bool bound_now = false;           // the channel in use was bound for this call
    std::size_t first_profile = 0;    // profiles before it have failed
    Deadline deadline = no_deadline;  // the call's, binding included
  };

  std::shared_ptr<AsynchronousCall> asynchronous_call(const Operation& operation,
                                                      std::shared_ptr<AsyncCompletion> completion);
  void call(channel::Request& request);
  void call_with_extras(const Operation& operation, ArgumentWriter arguments, ResultReader results);
  // True if calls need call_with_extras(): because of policies, or of interceptors.
  bool has_overrides() const noexcept;
  // src/orb/reference/intercepted_call.cpp
  void call_intercepted(channel::Request& request, Messaging::SyncScope sync_scope);
  orb::Ending send_intercepted(channel::Request& request, orb::ClientRequest& observed, orb::ChannelSlots::Use& use,
                               Attempts& attempts);
  orb::Ending ending_of(const channel::Outcome& outcome);
  void follow(const orb::Ending& forward, const orb::ChannelSlots::Use& use, Attempts& attempts);
  // The deadline of a call that begins now, by the QoS.
  Deadline own_deadline() const;
  // Returns the exception that the application gets for the current system exception.
  std::exception_ptr failure_in_hand(const CORBA::SystemException& exception, const channel::Request& request);
  // src/orb/reference/late_call.cpp
  // Returns the current exception. If the deadline has passed, it names the operation, unless that is empty, and the
  // deadline. `roundtrip` is the one of the policies that held for the call.
  std::exception_ptr late(const CORBA::TIMEOUT& exception, std::string_view operation,
                          const std::optional<Clock::duration>& roundtrip);
  std::exception_ptr late_in_hand(const CORBA::SystemException& exception, const channel::Request& request,
                                  const std::optional<Clock::duration>& roundtrip);
  std::optional<Clock::duration> roundtrip_of_policies() const;
  std::string deadline_text(const std::optional<Clock::duration>& roundtrip) const;
  std::string hold_text();
  orb::ActiveObject* enter_slowly(std::string_view operation);
  Locality find_locality();

  // Throws CORBA exceptions only. TIMEOUT names the operation of the request, if one is given.
  orb::ChannelSlots::Use use_or_bind(Attempts& attempts, const channel::Request* request = nullptr) {
    auto use = channels_.use();
    if (use) [[likely]]
      return use;
    return use_when_bound(attempts, request);
  }
  orb::ChannelSlots::Use use_when_bound(Attempts& attempts, const channel::Request* request);
  void bind(Attempts& attempts);
  void bind_now(Attempts& attempts);
  // Throws BAD_INV_ORDER once it is unbound.
  std::shared_ptr<const orb::Ior> ior_to_bind(bool& is_forwarded);
  static bool may_be_tried_elsewhere(const CORBA::SystemException& exception) noexcept;
  // True if another profile of the reference may work after binding by one has failed with this exception.
  static bool may_do_by_another_profile(const CORBA::SystemException& exception) noexcept;
  static bool was_too_short(const CORBA::SystemException& exception, Deadline until, Deadline deadline) noexcept;
  std::shared_ptr<channel::ClientChannel> bind_profiles(const orb::Ior& ior, std::size_t& profile, Deadline deadline);
  void follow(const channel::Outcome& outcome, const orb::ChannelSlots::Use& use, Attempts& attempts);
  void follow(std::shared_ptr<const orb::Ior> to, bool for_good, const orb::ChannelSlots::Use& use, Attempts& attempts);
  void forward(std::shared_ptr<const orb::Ior> to, bool for_good);
  // Returns true if the call has to be tried again: after a failure on the way, never because of a server's answer.
  bool recover(const CORBA::SystemException& exception, const channel::Request& request,
               const orb::ChannelSlots::Use& use, Attempts& attempts);
  bool try_other_profile(const orb::ChannelSlots::Use& use, Attempts& attempts);
  bool fall_back(Attempts& attempts);
  // `ior` is the one to be bound.
  channel::Callbacks callbacks(const orb::Ior& ior);
  std::shared_ptr<const orb::Ior> identity();
  static std::optional<EngineeringQoS> qos_with(const orb::Overrides& overrides, const ObjectReference& other);
  const EngineeringQoS& qos() const noexcept;

  const std::shared_ptr<orb::OrbState> orb_;
  const std::shared_ptr<orb::Endpoint> endpoint_;  // for an object of this ORB
  const std::string repository_id_;
  const std::optional<EngineeringQoS> explicit_qos_;
  const std::shared_ptr<const orb::Overrides> overrides_;
  const std::shared_ptr<const orb::Overrides> overrides_to_bind_;  // also of an explicitly bound reference
  const std::shared_ptr<channel::CallbackPath> came_over_;

  orb::ChannelSlots channels_;
  sync::Atomic<Locality> locality_{Locality::unknown};
  // The object, once it has been entered. Set once: a reference to an object that is deactivated and activated again
  // looks it up for each call from then on.
  sync::Atomic<orb::ActiveObject*> local_object_{nullptr};

  sync::Mutex mutex_;
  std::string local_key_;  // set once, with the lock; read without it if it is known to be set
  std::shared_ptr<orb::ActiveObject> local_object_owner_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<const orb::Ior> ior_ DIMMA_GUARDED_BY(mutex_);
  // The IOR before the first permanent forward; nullptr: it is still ior_.
  std::shared_ptr<const orb::Ior> identity_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<const orb::Ior> forwarded_to_ DIMMA_GUARDED_BY(mutex_);
  bool unbound_ DIMMA_GUARDED_BY(mutex_) = false;
  std::shared_ptr<AsynchronousBinding> binding_begun_ DIMMA_GUARDED_BY(mutex_);  // binds without a waiting thread
  execution::TimedMutex binding_;  // one thread binds, the others wait for what it gets
};

}  // namespace dimma
