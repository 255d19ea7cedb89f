#include "orb/reference/object_reference.hpp"

#include "orb/reference/binding/profile_selector.hpp"
#include "orb/reference/binding/retry_rules.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/upcall.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma {

using orb::ChannelSlots;
using orb::Ior;

namespace {

constexpr unsigned forwards_max = 32;

[[noreturn]] void raise_as_policy(const QoSError& error) {
  throw CORBA::INV_POLICY(minor::inv_policy_qos, CORBA::COMPLETED_NO, error.what());
}

Deadline deadline_of(const EngineeringQoS& qos) {
  if (!qos.deadline) return no_deadline;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(*qos.deadline);
}

}  // namespace

ObjectReference::ObjectReference(std::shared_ptr<orb::OrbState> orb, Ior ior)
    : orb_(std::move(orb)), repository_id_(ior.type_id), ior_(std::make_shared<const Ior>(std::move(ior))) {}

ObjectReference::ObjectReference(std::shared_ptr<orb::OrbState> orb, Ior ior,
                                 std::shared_ptr<channel::CallbackPath> came_over)
    : orb_(std::move(orb)),
      repository_id_(ior.type_id),
      came_over_(std::move(came_over)),
      ior_(std::make_shared<const Ior>(std::move(ior))) {}

ObjectReference::ObjectReference(std::shared_ptr<orb::OrbState> orb, std::shared_ptr<orb::Endpoint> endpoint,
                                 std::string key, std::string repository_id)
    : orb_(std::move(orb)),
      endpoint_(std::move(endpoint)),
      repository_id_(std::move(repository_id)),
      locality_(Locality::local),
      local_key_(std::move(key)) {}

ObjectReference::ObjectReference(ObjectReference& other, EngineeringQoS qos)
    : orb_(other.orb_),
      repository_id_(other.repository_id_),
      explicit_qos_(std::move(qos)),
      overrides_to_bind_(other.overrides_to_bind_),
      came_over_(other.came_over_),
      locality_(Locality::remote),
      ior_(other.ior()) {
  const sync::LockGuard lock(other.mutex_);
  identity_ = other.identity_;
}

ObjectReference::ObjectReference(ObjectReference& other, std::shared_ptr<const orb::Overrides> overrides)
    : orb_(other.orb_),
      endpoint_(other.endpoint_),
      repository_id_(other.repository_id_),
      explicit_qos_(qos_with(*overrides, other)),
      overrides_(std::move(overrides)),
      overrides_to_bind_(overrides_),
      came_over_(other.came_over_) {
  if (explicit_qos_) ior_ = other.ior();
  const sync::LockGuard lock(other.mutex_);
  identity_ = other.identity_;
  if (explicit_qos_) {
    locality_.store(Locality::remote, std::memory_order_release);
    return;
  }
  ior_ = other.ior_;
  if (other.explicit_qos_) return;  // its locality is always remote
  locality_.store(other.locality_.load(std::memory_order_acquire), std::memory_order_release);
  local_key_ = other.local_key_;
}

// Returns the QoS set by a policy. Without one, returns the QoS passed to dimma::bind().
std::optional<EngineeringQoS> ObjectReference::qos_with(const orb::Overrides& overrides, const ObjectReference& other) {
  if (overrides.qos) return overrides.qos;
  const bool was_by_policy = other.overrides_ && other.overrides_->qos;
  return was_by_policy ? std::nullopt : other.explicit_qos_;
}

ObjectReference::~ObjectReference() { orb_->bindings().forget(*this); }

const EngineeringQoS& ObjectReference::qos() const noexcept {
  return explicit_qos_ ? *explicit_qos_ : orb_->client_qos();
}

Deadline ObjectReference::own_deadline() const { return deadline_of(qos()); }

std::shared_ptr<const Ior> ObjectReference::ior() {
  {
    const sync::LockGuard lock(mutex_);
    if (ior_) return ior_;
  }
  orb_->require_callable();
  // The lock is not held, since opening an endpoint takes time. Making the IOR twice is harmless.
  std::shared_ptr<const Ior> made;
  try {
    made = std::make_shared<const Ior>(
        Ior{repository_id_, orb_->local_objects().profiles_of(*endpoint_, orb::octets_of(local_key_))});
  } catch (const QoSError& error) {
    raise_as_policy(error);
  }
  const sync::LockGuard lock(mutex_);
  if (!ior_) ior_ = std::move(made);
  return ior_;
}

std::shared_ptr<const Ior> ObjectReference::identity() {
  {
    const sync::LockGuard lock(mutex_);
    if (identity_) return identity_;
  }
  return ior();
}

ObjectReference::Locality ObjectReference::find_locality() {
  const auto known = locality_.load(std::memory_order_acquire);
  if (known != Locality::unknown) return known;
  auto key = orb_->own_key(*ior());
  const sync::LockGuard lock(mutex_);
  if (locality_.load(std::memory_order_relaxed) == Locality::unknown) {
    if (key) local_key_ = std::move(*key);
    locality_.store(key ? Locality::local : Locality::remote, std::memory_order_release);
  }
  return locality_.load(std::memory_order_relaxed);
}

const std::string* ObjectReference::local_key() {
  if (explicit_qos_) {
    const sync::LockGuard lock(mutex_);
    if (local_key_.empty()) {
      if (auto key = orb_->own_key(*ior_)) local_key_ = std::move(*key);
    }
    return local_key_.empty() ? nullptr : &local_key_;
  }
  return find_locality() == Locality::local ? &local_key_ : nullptr;
}

bool ObjectReference::is_equivalent(ObjectReference& other) {
  if (this == &other) return true;
  const std::string* const key = local_key();
  const std::string* const other_key = other.local_key();
  if (key != nullptr || other_key != nullptr) {
    return key != nullptr && other_key != nullptr && orb_ == other.orb_ && *key == *other_key;
  }
  return identity()->profiles == other.identity()->profiles;
}

std::size_t ObjectReference::hash() {
  if (const std::string* const key = local_key()) return std::hash<std::string>{}(*key);
  std::size_t hash = 0;
  for (const auto& profile : identity()->profiles) {
    hash = hash * 31 + std::hash<std::string_view>{}(orb::text_of(profile.data));
  }
  return hash;
}

orb::ActiveObject* ObjectReference::enter_slowly(std::string_view operation) {
  if (find_locality() == Locality::remote) return nullptr;
  orb_->require_callable();
  // The call must be made as a request, so that interceptors see it.
  if (orb_->interceptors().see_requests()) return nullptr;
  try {
    auto* const object = orb_->local_objects().enter(orb::parse_object_key(orb::octets_of(local_key_)), operation);
    if (object == nullptr) return nullptr;
    if (object->owner().retains() && !object->owner().serves_elsewhere() &&
        !local_object_.load(std::memory_order_relaxed)) {
      const sync::LockGuard lock(mutex_);
      if (!local_object_owner_) {
        local_object_owner_ = object->shared_from_this();
        local_object_.store(object, std::memory_order_release);
      }
    }
    return object;
  } catch (const PortableServer::ForwardRequest& request) {
    const auto to = request.forward_reference();
    const auto* const reference = to ? CORBA::ObjectAccess::reference(*to).get() : nullptr;
    if (reference == nullptr) throw CORBA::TRANSIENT(minor::transient_no_usable_profile, CORBA::COMPLETED_NO);
    forward(CORBA::ObjectAccess::reference(*to)->ior(), false);
    return nullptr;
  }
}

bool ObjectReference::has_overrides() const noexcept { return overrides_ || orb_->overrides().are_in_use(); }

bool ObjectReference::awaits_oneways() const {
  if (!has_overrides()) return false;
  return orb::effective_overrides(orb_->overrides(), overrides_.get()).sync_scope == Messaging::SYNC_WITH_TARGET;
}

// Inlined into its two callers, so that a call costs no additional function call.
[[gnu::always_inline]] inline void ObjectReference::call(channel::Request& request) {
  Attempts attempts;
  attempts.deadline = request.deadline;
  for (;;) {
    const auto use = use_or_bind(attempts, &request);
    try {
      const auto outcome = use.channel().call(request);
      if (outcome.kind == channel::Outcome::Kind::done) return;
      follow(outcome, use, attempts);
    } catch (const CORBA::SystemException& exception) {
      if (!recover(exception, request, use, attempts)) std::rethrow_exception(failure_in_hand(exception, request));
    }
  }
}

void ObjectReference::call(const Operation& operation, ArgumentWriter arguments, ResultReader results) {
  if (has_overrides()) return call_with_extras(operation, arguments, results);
  channel::Request request{operation, arguments, results, deadline_of(qos()), orb_.get()};
  call(request);
}

void ObjectReference::call_with_extras(const Operation& operation, ArgumentWriter arguments, ResultReader results) {
  const auto overrides = orb::effective_overrides(orb_->overrides(), overrides_.get());
  // A oneway that waits for the server is sent as a call without results.
  Operation asked = operation;
  asked.oneway = operation.oneway && overrides.sync_scope < Messaging::SYNC_WITH_SERVER;
  channel::Request request{asked, arguments, results, deadline_of(qos()), orb_.get()};
  const channel::CallOptions until_server{.until_server = true};
  if (operation.oneway && overrides.sync_scope == Messaging::SYNC_WITH_SERVER) request.call_options = &until_server;
  if (overrides.roundtrip) request.deadline = std::min(request.deadline, Clock::now() + *overrides.roundtrip);
  if (orb_->interceptors().see_requests()) return call_intercepted(request, overrides.sync_scope);
  call(request);
}

ChannelSlots::Use ObjectReference::use_when_bound(Attempts& attempts, const channel::Request* request) {
  for (;;) {
    auto use = channels_.use();
    if (use) return use;
    try {
      bind(attempts);
    } catch (const QoSError& error) {
      raise_as_policy(error);
    } catch (const CORBA::TIMEOUT& exception) {
      if (request == nullptr) throw;
      std::rethrow_exception(late(exception, request->operation.name, roundtrip_of_policies()));
    }
  }
}

std::shared_ptr<const Ior> ObjectReference::ior_to_bind(bool& is_forwarded) {
  {
    const sync::LockGuard lock(mutex_);
    if (unbound_) {
      throw CORBA::BAD_INV_ORDER(minor::bad_inv_order_channel_closed, CORBA::COMPLETED_NO, "unbound");
    }
    is_forwarded = forwarded_to_ != nullptr;
    if (is_forwarded) return forwarded_to_;
    if (ior_) return ior_;
  }
  return ior();
}

channel::Callbacks ObjectReference::callbacks(const Ior& ior) {
  channel::Callbacks callbacks{.are_offered = orb_->offers_callbacks(overrides_to_bind_.get())};
  if (!came_over_ || orb_->is_inherited()) return callbacks;
  // The path applies only to the IOR that was received in a request, not to the target of a forward.
  const sync::LockGuard lock(mutex_);
  if (!identity_ && ior_.get() == &ior) callbacks.came_over = came_over_;
  return callbacks;
}

void ObjectReference::follow(const channel::Outcome& outcome, const ChannelSlots::Use& use, Attempts& attempts) {
  cdr::Decoder in(outcome.forward_to);
  follow(std::make_shared<const Ior>(orb::read_ior(in)), outcome.kind == channel::Outcome::Kind::location_forward_perm,
         use, attempts);
}

void ObjectReference::follow(std::shared_ptr<const Ior> to, bool for_good, const ChannelSlots::Use& use,
                             Attempts& attempts) {
  if (++attempts.forwards > forwards_max) {
    throw CORBA::INV_OBJREF(minor::inv_objref_forward_loop, CORBA::COMPLETED_NO,
                            "forwarded " + std::to_string(forwards_max) + " times without reaching the object");
  }
  if (to->is_nil()) {
    throw CORBA::INV_OBJREF(minor::inv_objref_no_profile, CORBA::COMPLETED_NO, "forwarded to the nil reference");
  }
  attempts.first_profile = 0;
  attempts.bound_now = false;
  channels_.drop(use);
  forward(std::move(to), for_good);
}

std::shared_ptr<const Ior> ObjectReference::forwarded_to() {
  const sync::LockGuard lock(mutex_);
  return forwarded_to_;
}

void ObjectReference::forward(std::shared_ptr<const Ior> to, bool for_good) {
  const sync::LockGuard lock(mutex_);
  if (for_good) {
    // _hash() and _is_equivalent() must return the same results during a reference's life (CORBA 3.3 part 1, 8.3.4),
    // even if it is forwarded. For a local object they use the object key instead.
    if (!identity_) identity_ = ior_;
    ior_ = to;
    forwarded_to_.reset();
  } else {
    forwarded_to_ = std::move(to);
  }
}

bool ObjectReference::recover(const CORBA::SystemException& exception, const channel::Request& request,
                              const ChannelSlots::Use& use, Attempts& attempts) {
  if (request.is_answered) {
    // A forward may become invalid: OBJECT_NOT_EXIST from its target only means that the object is not there. Only the
    // original server can report that the object no longer exists (CORBA 3.3 part 2, 9.6). The call was not executed.
    if (!use.forwarded() || !orb::is_gone(exception)) return false;
    request.is_answered = false;
    channels_.drop(use);
    return fall_back(attempts);
  }
  if (!orb::may_be_tried_elsewhere(exception)) {
    // A connection that broke during this call is useless for the next call. So is a connection whose peer no longer
    // responds, since another address of the reference may work.
    const bool is_silent = exception.minor() == minor::timeout_call && use.channel().has_lost_connection();
    if (is_silent || orb::connection_was_closed(exception)) channels_.drop(use);
    return false;
  }
  // Also reconnects if this reference has not used the connection before, since it may be an old one that is shared.
  if (!attempts.reconnected && orb::connection_was_closed(exception)) {
    attempts.reconnected = true;
    channels_.drop(use);
    return true;
  }
  if (try_other_profile(use, attempts)) return true;
  if (orb::connection_was_closed(exception)) channels_.drop(use);
  if (!use.forwarded()) return false;
  channels_.drop(use);
  return fall_back(attempts);
}

// Switches to the next profile. If there is no other profile, and an earlier call had already switched, starts over
// with the first one.
bool ObjectReference::try_other_profile(const ChannelSlots::Use& use, Attempts& attempts) {
  std::shared_ptr<const Ior> ior;
  {
    const sync::LockGuard lock(mutex_);
    ior = forwarded_to_ ? forwarded_to_ : ior_;
  }
  if (!ior) return false;
  const orb::ProfileSelector selector(orb_->binders(), qos());
  if (const auto next = selector.next(*ior, use.profile() + 1)) {
    attempts.first_profile = next->profile;
    channels_.drop(use);
    return true;
  }
  const auto first = selector.next(*ior);
  if (!first || first->profile >= use.profile()) return false;
  channels_.drop(use);  // so that the next call starts with the first profile in any case
  if (attempts.bound_now || attempts.reconnected) return false;
  attempts.reconnected = true;
  attempts.first_profile = 0;
  return true;
}

// Returns the exception to be thrown for the current one. If the channel was closed by the shutdown of the ORB, and not
// by its owner, the exception states that the ORB has been shut down.
std::exception_ptr ObjectReference::failure_in_hand(const CORBA::SystemException& exception,
                                                    const channel::Request& request) {
  if (exception.minor() != minor::bad_inv_order_channel_closed) {
    return late_in_hand(exception, request, roundtrip_of_policies());
  }
  auto failure = std::current_exception();
  try {
    orb_->require_callable();
  } catch (...) {
    failure = std::current_exception();
  }
  return failure;
}

// Switches from the target of a forward back to the original reference, at most once per call. Returns false if the
// call has already done so.
bool ObjectReference::fall_back(Attempts& attempts) {
  if (attempts.fell_back) return false;
  const sync::LockGuard lock(mutex_);  // AsynchronousBinding::begin() compares the attempts of a binding in progress
  attempts.fell_back = true;
  attempts.bound_now = false;
  attempts.first_profile = 0;
  forwarded_to_.reset();
  return true;
}

std::shared_ptr<ObjectReference> ObjectReference::to_bind(const CORBA::Object& object, const EngineeringQoS& qos) {
  const auto& reference = CORBA::ObjectAccess::reference(object);
  if (!reference) {
    throw CORBA::BAD_PARAM(minor::bad_param_local_object, CORBA::COMPLETED_NO, "a local object cannot be bound");
  }
  qos.validate(End::client);
  return std::make_shared<ObjectReference>(*reference, qos);
}

void ObjectReference::bind_now() {
  Attempts attempts;
  attempts.deadline = deadline_of(qos());
  try {
    bind(attempts);
  } catch (const CORBA::TIMEOUT& exception) {
    std::rethrow_exception(late(exception, {}, std::nullopt));
  }
}

void ObjectReference::connect() {
  if (!explicit_qos_ && find_locality() == Locality::local) return;
  Attempts attempts;
  attempts.deadline = deadline_of(qos());
  use_or_bind(attempts);
}

void ObjectReference::unbind() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    unbound_ = true;
  }
  if (const auto use = channels_.use()) use.channel().close();
  channels_.drop();
}

void ObjectReference::close_channel() noexcept {
  if (const auto use = channels_.use()) use.channel().close();
}

std::shared_ptr<channel::ClientChannel> ObjectReference::leave_channel() noexcept { return channels_.take(); }

FlowReport ObjectReference::account(std::chrono::milliseconds patience) {
  Attempts attempts;
  const auto use = use_or_bind(attempts);
  if (auto* const accounted = use.channel().accounted()) return accounted->account(patience);
  throw CORBA::BAD_PARAM(minor::bad_param_no_flow, CORBA::COMPLETED_NO, "the channel of the binding is not a flow");
}

LoanBlock ObjectReference::loan(std::size_t octets) {
  orb_->require_callable();
  if (octets == 0 || (!explicit_qos_ && find_locality() == Locality::local)) return LoanBlock(octets);
  Attempts attempts;
  attempts.deadline = own_deadline();
  return use_or_bind(attempts).channel().loan(octets, attempts.deadline);
}

std::vector<channel::Fact> ObjectReference::describe() {
  Attempts attempts;
  return use_or_bind(attempts).channel().describe();
}

std::vector<channel::Fact> ObjectReference::describe_if_bound() {
  const auto use = channels_.use();
  if (!use) return {};
  std::vector<channel::Fact> facts{
      {"", repository_id_ + (explicit_qos_ ? ", bound explicitly" : ", bound implicitly")}};
  for (auto& fact : use.channel().describe()) facts.push_back(std::move(fact));
  return facts;
}

std::vector<channel::Fact> ObjectReference::plan(const EngineeringQoS& qos) {
  const auto planned = ior();
  const orb::ProfileSelector selector(orb_->binders(), qos);
  const auto choice = selector.next(*planned);
  if (!choice) selector.refuse(*planned);
  return choice->binder->plan(planned->profiles[choice->profile], qos);
}

}  // namespace dimma
