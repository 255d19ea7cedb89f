#pragma once
// The implementation shared by all stubs of an object reference: its IOR, and the path that its calls take.
//
// A reference binds on the first call: to the object itself if the object belongs to this ORB (calls then stay within
// the process: LocalCall), otherwise to the first of its profiles that a binder can reach. A call through a bound
// reference goes directly to the channel, without a lock, an allocation or string processing. All functions are
// thread-safe; the reference must outlive the calls made through it.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "execution/timed_mutex.hpp"
#include "orb/reference/binding/channel_slots.hpp"
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
  // Refers to any object.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, orb::Ior ior);
  // Refers to an object that may be called over the connection on which its reference was received.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, orb::Ior ior, std::shared_ptr<channel::CallbackPath> came_over);
  // Refers to an object of this ORB. The IOR is made on demand, since making it may open the endpoint.
  ObjectReference(std::shared_ptr<orb::OrbState> orb, std::shared_ptr<orb::Endpoint> endpoint, std::string key,
                  std::string repository_id);
  // Copies a reference, and binds the copy explicitly: all its calls go through a channel with that QoS.
  ObjectReference(ObjectReference& other, EngineeringQoS qos);
  // Copies a reference, and applies these policies to the calls of the copy.
  ObjectReference(ObjectReference& other, std::shared_ptr<const orb::Overrides> overrides);
  ~ObjectReference();
  ObjectReference& operator=(const ObjectReference&) = delete;

  const std::shared_ptr<orb::OrbState>& orb() const noexcept { return orb_; }
  // Returns the original IOR, or the target of the last permanent forward. Throws what opening an endpoint throws, and
  // CORBA::INV_POLICY if no endpoint supports the ORB's default QoS.
  std::shared_ptr<const orb::Ior> ior() DIMMA_EXCLUDES(mutex_);
  const std::string& repository_id() const noexcept { return repository_id_; }
  // Returns the object key if the object belongs to this ORB, otherwise nullptr. Also works for an explicitly bound
  // reference.
  const std::string* local_key();
  bool is_equivalent(ObjectReference& other);
  std::size_t hash();  // constant while the reference lives, like is_equivalent(), despite forwards

  void call(const Operation& operation, ArgumentWriter arguments, ResultReader results);
  // Sends the request and returns; the completion receives the outcome in any case. Throws only if no call can be made.
  std::shared_ptr<AsyncCall> begin(const Operation& operation, std::shared_ptr<AsyncCompletion> completion);
  // Prepares a call to be begun later. Throws if no call can be made.
  std::shared_ptr<asio::detail::CallToBegin> prepare(const Operation& operation);
  // Sends the request. Throws if the request cannot be sent; the completion is not called in that case.
  void begin_or_throw(const Operation& operation, std::shared_ptr<AsyncCompletion> completion);

  // Enters the object if it belongs to this ORB and calls to it need no channel, otherwise returns nullptr. Throws the
  // exception with which the request is refused. Blocks while the object's POA holds requests.
  orb::ActiveObject* enter(std::string_view operation) {
    if (orb::ActiveObject* const object = local_object_.load(std::memory_order_acquire)) {
      if (object->enter_if_open()) return object;
    } else if (is_known_to_be_remote()) {
      return nullptr;
    }
    return enter_slowly(operation);
  }
  bool is_known_to_be_remote() const noexcept { return locality_.load(std::memory_order_acquire) == Locality::remote; }

  // Returns the target of a forward, otherwise nullptr.
  std::shared_ptr<const orb::Ior> forwarded_to();
  // Returns the policies of this reference alone, or nullptr if it has none.
  const orb::Overrides* overrides() const noexcept { return overrides_.get(); }
  // Returns true if a oneway call waits for its target.
  bool awaits_oneways() const;
  // Connects unless the reference is connected or the object belongs to this ORB.
  void connect();

  // Explicit binding. Returns a copy that is to be bound with `qos`, but is not bound yet. Throws what dimma::bind()
  // throws.
  static std::shared_ptr<ObjectReference> to_bind(const CORBA::Object& object, const EngineeringQoS& qos);
  void bind_now();
  // Asynchronous version of bind_now(). `done` is called like an ObjectReference::AsynchronousBinding::Done.
  void begin_bind(std::function<void(std::exception_ptr)> done);
  void unbind() noexcept;
  // Called when the ORB is shut down. Also closes a channel with a connection of its own.
  void close_channel() noexcept;
  // Called in the child of a fork: returns the channel, which belongs to the parent and must be kept alive and
  // untouched, or nullptr. The next call binds again.
  std::shared_ptr<channel::ClientChannel> leave_channel() noexcept;
  std::vector<channel::Fact> describe();
  // Like describe(), but does not bind. Returns no facts if the reference is not bound.
  std::vector<channel::Fact> describe_if_bound();
  // Returns what describe() would return for a binding with that QoS, without the usage.
  std::vector<channel::Fact> plan(const EngineeringQoS& qos);
  // Returns memory for a loaned sequence that is to be passed to the object.
  LoanBlock loan(std::size_t octets);
  // Returns the report of a flow. Throws BAD_PARAM if the channel is not a flow.
  FlowReport account(std::chrono::milliseconds patience);

 private:
  class AsynchronousBinding;
  class AsynchronousCall;
  class BindingSteps;
  enum class Locality : std::uint8_t { unknown, local, remote };
  // The recovery attempts made so far within one call.
  struct Attempts {
    unsigned forwards = 0;
    bool reconnected = false;
    bool fell_back = false;
    bool bound_now = false;           // the channel in use was bound during this call
    std::size_t first_profile = 0;    // earlier profiles have failed
    Deadline deadline = no_deadline;  // covers the whole call, including binding
  };

  std::shared_ptr<AsynchronousCall> asynchronous_call(const Operation& operation,
                                                      std::shared_ptr<AsyncCompletion> completion);
  void call(channel::Request& request);
  void call_with_extras(const Operation& operation, ArgumentWriter arguments, ResultReader results);
  // Returns true if policies or interceptors require call_with_extras().
  bool has_overrides() const noexcept;
  // Implemented in src/orb/reference/intercepted_call.cpp.
  void call_intercepted(channel::Request& request, Messaging::SyncScope sync_scope);
  orb::Ending send_intercepted(channel::Request& request, orb::ClientRequest& observed, orb::ChannelSlots::Use& use,
                               Attempts& attempts);
  orb::Ending ending_of(const channel::Outcome& outcome);
  void follow(const orb::Ending& forward, const orb::ChannelSlots::Use& use, Attempts& attempts);
  // Returns the deadline of a call that begins now, according to the QoS.
  Deadline own_deadline() const;
  // Returns the exception to be thrown to the application in place of the current system exception.
  std::exception_ptr failure_in_hand(const CORBA::SystemException& exception, const channel::Request& request);
  // Implemented in src/orb/reference/late_call.cpp. Returns the current exception, or a copy that names the deadline
  // and the operation (unless empty) if the deadline has passed. `roundtrip` is from the policies that applied to the
  // call.
  std::exception_ptr late(const CORBA::TIMEOUT& exception, std::string_view operation,
                          const std::optional<Clock::duration>& roundtrip);
  std::exception_ptr late_in_hand(const CORBA::SystemException& exception, const channel::Request& request,
                                  const std::optional<Clock::duration>& roundtrip);
  std::optional<Clock::duration> roundtrip_of_policies() const;
  std::string deadline_text(const std::optional<Clock::duration>& roundtrip) const;
  std::string hold_text();
  orb::ActiveObject* enter_slowly(std::string_view operation);
  Locality find_locality();

  // Throws only CORBA exceptions. A TIMEOUT names the operation of `request`, if given.
  orb::ChannelSlots::Use use_or_bind(Attempts& attempts, const channel::Request* request = nullptr) {
    auto use = channels_.use();
    if (use) return use;
    return use_when_bound(attempts, request);
  }
  orb::ChannelSlots::Use use_when_bound(Attempts& attempts, const channel::Request* request);
  // Both are implemented in src/orb/reference/blocking_binding.cpp.
  void bind(Attempts& attempts);
  void bind_now(Attempts& attempts);
  // Throws BAD_INV_ORDER after unbind().
  std::shared_ptr<const orb::Ior> ior_to_bind(bool& is_forwarded);
  void follow(const channel::Outcome& outcome, const orb::ChannelSlots::Use& use, Attempts& attempts);
  void follow(std::shared_ptr<const orb::Ior> to, bool for_good, const orb::ChannelSlots::Use& use, Attempts& attempts);
  void forward(std::shared_ptr<const orb::Ior> to, bool for_good);
  // Returns true if the call must be tried again after a communication failure. Replies of the server never cause that,
  // except if the target of a forward no longer exists.
  bool recover(const CORBA::SystemException& exception, const channel::Request& request,
               const orb::ChannelSlots::Use& use, Attempts& attempts);
  bool try_other_profile(const orb::ChannelSlots::Use& use, Attempts& attempts);
  bool fall_back(Attempts& attempts);
  // `ior` is the IOR to be bound.
  channel::Callbacks callbacks(const orb::Ior& ior);
  std::shared_ptr<const orb::Ior> identity();
  static std::optional<EngineeringQoS> qos_with(const orb::Overrides& overrides, const ObjectReference& other);
  const EngineeringQoS& qos() const noexcept;

  const std::shared_ptr<orb::OrbState> orb_;
  const std::shared_ptr<orb::Endpoint> endpoint_;  // for an object of this ORB
  const std::string repository_id_;
  const std::optional<EngineeringQoS> explicit_qos_;
  const std::shared_ptr<const orb::Overrides> overrides_;
  const std::shared_ptr<const orb::Overrides> overrides_to_bind_;  // also applies to an explicitly bound reference
  const std::shared_ptr<channel::CallbackPath> came_over_;

  orb::ChannelSlots channels_;
  sync::Atomic<Locality> locality_{Locality::unknown};
  // The object after it has been entered, set only once. If that object is deactivated and another one activated for
  // the key, each later call looks up the object.
  sync::Atomic<orb::ActiveObject*> local_object_{nullptr};

  sync::Mutex mutex_;
  std::string local_key_;  // set once, with the lock held; may be read without it after that
  std::shared_ptr<orb::ActiveObject> local_object_owner_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<const orb::Ior> ior_ DIMMA_GUARDED_BY(mutex_);
  // The IOR before the first permanent forward; nullptr if there has been none, since ior_ is then that IOR.
  std::shared_ptr<const orb::Ior> identity_ DIMMA_GUARDED_BY(mutex_);
  std::shared_ptr<const orb::Ior> forwarded_to_ DIMMA_GUARDED_BY(mutex_);
  bool unbound_ DIMMA_GUARDED_BY(mutex_) = false;
  std::shared_ptr<AsynchronousBinding> binding_begun_ DIMMA_GUARDED_BY(mutex_);  // asynchronous binding in progress
  execution::TimedMutex binding_;  // one thread binds, other callers wait for its channel
};

}  // namespace dimma
