#pragma once
// The interface between the ORB and a protocol (iiop, flow).
//
// A Binder represents a protocol. At the client, it turns a reference's profile and a QoS into a ClientChannel. At the
// server, it makes a ServerEndpoint for a QoS, which calls the ORB's Dispatcher for each request. Profiles are opaque
// octets to the ORB. Each call makes one virtual call into a channel (call) and one out of it (dispatch).

#include "channel/callbacks.hpp"
#include "channel/facts.hpp"
#include "transport/transport.hpp"

#include <dimma/exception.hpp>
#include <dimma/flow_report.hpp>
#include <dimma/generated/operation.hpp>
#include <dimma/generated/server_request.hpp>
#include <dimma/iop.hpp>
#include <dimma/loaned.hpp>
#include <dimma/minor.hpp>
#include <dimma/qos.hpp>

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::reactor {
class EventLoop;
}

namespace dimma::tracing {
struct Carried;
}

namespace dimma::channel {

class Session;

using Octets = std::vector<std::byte>;

// An IOP::TaggedProfile, IOP::TaggedComponent or IOP::ServiceContext: a tag and its data.
struct Tagged {
  std::uint32_t tag = 0;
  Octets data;

  friend bool operator==(const Tagged&, const Tagged&) = default;
};

// Options that few calls need.
struct CallOptions {
  bool until_server = false;  // waits only until the server has found the object (SYNC_WITH_SERVER)
  // For interceptors: the service contexts to send if the protocol supports them, and the place to store the reply's
  // contexts.
  std::span<const iop::ServiceContext> service_contexts = {};
  std::vector<iop::ServiceContext>* reply_contexts = nullptr;
};

// A call as passed to the channel. Lives on the caller's stack while the call lasts.
struct Request {
  const Operation& operation;
  ArgumentWriter arguments;
  ResultReader results;
  Deadline deadline = no_deadline;
  cdr::Context* context = nullptr;  // passed to the decoder of the reply (Decoder::context())
  const CallOptions* call_options = nullptr;
  // Set by the channel when a reply other than a forward has arrived. If call() throws after that, the exception is the
  // reply itself and not a communication failure, so the request must not be sent again.
  mutable bool is_answered = false;
};

// The outcome of a call that threw no exception.
struct Outcome {
  enum class Kind : std::uint8_t { done, location_forward, location_forward_perm, again };
  Kind kind = Kind::done;
  Octets forward_to;  // location_forward*: the reference, CDR-encoded in native order from alignment 0
};

// The answer to an asynchronous call.
class Answer {
 public:
  virtual ~Answer() = default;
  // Ends the call like ClientChannel::call(): decodes the results, or throws. Called once, on any thread. The call
  // keeps its resources of the channel until this object is destroyed. Outcome::Kind::again means that the server
  // requires the request in another form, which the channel will use from now on; it is not returned if `was_asked` is
  // true, that is, after an earlier `again` for the same request.
  virtual Outcome read(const Request& request, bool was_asked) = 0;
};

// Calls answer->read(). Throws CORBA::NO_MEMORY if there is no answer.
inline Outcome read_answer(const std::unique_ptr<Answer>& answer, const Request& request, bool was_asked) {
  if (!answer) throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_MAYBE);
  return answer->read(request, was_asked);
}

// Cancels asynchronous calls whose requests have been sent.
class CancelPlace {
 public:
  virtual ~CancelPlace() = default;
  // Ends the call with OperationCanceled unless it has already ended. answered() is called as for any other end.
  virtual void cancel(std::uint32_t request_id) noexcept = 0;
};

// An asynchronous call. Its request lives as long as this object.
class Awaiting {
 public:
  virtual ~Awaiting() = default;
  virtual Request& request() noexcept = 0;
  // Returns true if begin() may block until there is room to send, or until a resource limited by the QoS is free.
  // Otherwise begin() queues the call and returns.
  virtual bool may_wait() const noexcept { return true; }
  // Returns the place for the call's trace context, which is kept for a restart on another thread. May return nullptr.
  virtual tracing::Carried* trace() noexcept { return nullptr; }
  // Called when the request is about to be sent or queued. `place` and `request_id` identify the call for cancel().
  virtual void begun_as(std::weak_ptr<CancelPlace> /*place*/, std::uint32_t /*request_id*/, bool /*is_sent*/) noexcept {
  }
  // Called once for each begin() that did not throw, on any thread, before begin() returns or later. Must not block.
  // `self` points to this object and is the channel's last pointer to it. `answer` is nullptr if no memory was
  // available for it.
  virtual void answered(std::shared_ptr<Awaiting> self, std::unique_ptr<Answer> answer) noexcept = 0;
};

// A client channel that drops messages instead of waiting, and reports how many were dropped.
class Accounted {
 public:
  // Requests the counts of the other end, and waits for the answer for at most `patience`.
  virtual FlowReport account(std::chrono::milliseconds patience) = 0;

 protected:
  ~Accounted() = default;
};

// The answer to a GIOP LocateRequest, which asks where a reference's object is.
enum class Located : std::uint8_t { unknown_object, object_here, object_forward };

// The client's end of a binding to one object. Any number of threads may call at the same time; the QoS limits the
// number of calls in progress, and a call beyond that limit waits. No other lock is held while arguments are encoded or
// results are decoded; `arguments` and `results` never make calls.
//
// Throws the operation's user exceptions, and system exceptions with a reliable completion status: TRANSIENT with
// COMPLETED_NO means that the request has certainly not been executed, so it may be sent elsewhere.
class ClientChannel {
 public:
  using Connected = std::function<void(std::exception_ptr)>;
  virtual ~ClientChannel() = default;
  virtual Outcome call(Request& request) = 0;
  // Sends the request of an asynchronous call and returns without waiting for the reply. answered() is called when the
  // reply has arrived, the deadline has passed, or the connection is lost. Until the request is sent, throws what
  // call() throws, and answered() is then not called. Throws BAD_QOS if no thread could read the reply. The channel
  // must outlive the answer.
  virtual void begin(std::shared_ptr<Awaiting> call);
  // Returns true if begin() does not have to connect.
  virtual bool is_connected() noexcept { return true; }
  // Like begin(), but does nothing and returns false if begin() would have to connect.
  virtual bool begin_if_connected(const std::shared_ptr<Awaiting>& call) {
    if (!is_connected()) return false;
    begin(call);
    return true;
  }
  // Connects asynchronously, so that begin() does not have to. Calls `connected` once, on any thread and possibly
  // before returning, with nullptr or with the exception that begin() would throw.
  virtual void begin_connect(Deadline deadline, Connected connected);
  // Returns true if the channel's connection is broken, or its peer no longer responds.
  virtual bool has_lost_connection() const noexcept { return false; }
  // Asks the server where the object is, without calling the object. Sets `forward` if the answer is object_forward.
  virtual Located locate(Outcome& forward, Deadline deadline) = 0;
  // Releases all resources. Calls in progress throw COMM_FAILURE, later calls BAD_INV_ORDER. Idempotent.
  virtual void close() noexcept = 0;
  virtual std::vector<Fact> describe() const = 0;
  // Returns the first server address in the reference. Its transport is empty if the reference has none.
  virtual transport::Endpoint server() const { return {.transport = {}, .host = {}, .port = 0}; }
  // Returns memory for a loaned sequence of `octets`: a place that the channel sends from if it has such places,
  // otherwise ordinary memory. Throws what call() throws if a required resource is exhausted.
  virtual dimma::LoanBlock loan(std::size_t octets, Deadline /*deadline*/) { return dimma::LoanBlock(octets); }
  // Returns nullptr for a channel that never drops messages.
  virtual Accounted* accounted() noexcept { return nullptr; }
};

inline void ClientChannel::begin_connect(Deadline /*deadline*/, Connected connected) { connected(nullptr); }

inline void ClientChannel::begin(std::shared_ptr<Awaiting> /*call*/) {
  throw CORBA::NO_IMPLEMENT(minor::no_implement_flow_answer, CORBA::COMPLETED_NO,
                            "the channel of the binding does not support asynchronous calls");
}

// The ORB's side of a server endpoint. Called on the endpoint's threads, any number of them at the same time.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  // Serves the request and begins a reply to it; exceptions become replies here. A request that has to wait may instead
  // be put aside, if the channel supports that, and is dispatched again later.
  virtual void dispatch(ServerRequest& request) noexcept = 0;
  // Sets `forward_to` for object_forward, in the form of Outcome::forward_to. `session` belongs to the client that
  // asks; it is nullptr if the client is unknown.
  virtual Located locate(std::span<const std::byte> object_key, Octets& forward_to, Session* session) noexcept = 0;
};

// The server's end: listens, and serves its connections according to its QoS.
class ServerEndpoint {
 public:
  virtual ~ServerEndpoint() = default;
  // Returns the profiles by which clients reach an object with this key through this endpoint.
  virtual std::vector<Tagged> profiles(std::span<const std::byte> object_key) const = 0;
  // Returns true if this endpoint made the profile, so that its object is local. Then sets `object_key` to the
  // profile's key.
  virtual bool owns(const Tagged& profile, Octets& object_key) const = 0;
  // Stops accepting connections, waits for the upcalls in progress except those of the calling thread, and closes.
  virtual void close() noexcept = 0;
  virtual std::vector<Fact> describe() const = 0;
  // Allows the connections of its clients to carry callbacks, and its own objects to be called over connections that
  // this ORB opens and offers for callbacks. Applies to connections accepted or opened later. Idempotent.
  virtual void carry_callbacks() {}
};

struct ListenAddress {
  std::string host;        // empty or "::" means every address, "0.0.0.0" every IPv4 address
  std::uint16_t port = 0;  // 0 means any free port
  bool has_tls = false;    // an ssliop:// address

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// The addresses at which a server endpoint listens and the addresses that it publishes. A datagram protocol uses only
// the first address.
struct ListenOptions {
  std::vector<ListenAddress> at{{}};     // at least one
  std::vector<ListenAddress> publish{};  // for references; empty means derived from `at`, port 0 the actual port
};

class Binder {
 public:
  virtual ~Binder() = default;
  virtual std::string_view protocol() const noexcept = 0;  // name as in EngineeringQoS::protocol
  virtual bool understands(const Tagged& profile) const noexcept = 0;
  // Returns false for a protocol that only carries oneways. Its objects need another protocol for all other calls.
  virtual bool answers() const noexcept { return true; }

  // Connects according to the QoS and returns the channel. Throws CORBA::TRANSIENT if no address answered (the detail
  // lists those tried), CORBA::INV_OBJREF if the profile is malformed, dimma::QoSError if the protocol does not support
  // a field.
  // A protocol without callbacks ignores the binding's role in them.
  virtual std::shared_ptr<ClientChannel> bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline,
                                              const Callbacks& callbacks) = 0;

  // Like bind(), but asynchronous, for a channel of asynchronous calls. Calls `bound` once, on any thread and possibly
  // before returning, with the channel or with the exception that bind() would throw.
  using Bound = std::function<void(std::shared_ptr<ClientChannel>, std::exception_ptr)>;
  virtual void begin_bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline,
                          const Callbacks& callbacks, Bound bound);

  // Returns what the channel's describe() would return, without the usage. Does not connect. Throws what bind() throws.
  virtual std::vector<Fact> plan(const Tagged& profile, const EngineeringQoS& qos) const = 0;

  // Throws dimma::QoSError, or CORBA::INITIALIZE if the address cannot be used. `dispatcher` must outlive the endpoint.
  virtual std::unique_ptr<ServerEndpoint> listen(const ListenOptions& options, const EngineeringQoS& qos,
                                                 Dispatcher& dispatcher) = 0;

  // Throws dimma::QoSError if this protocol cannot make any binding, or any endpoint, with that QoS, independently of
  // the reference or address.
  virtual void require_assembled(const EngineeringQoS& /*qos*/, End /*end*/) const {}

  // Returns what the endpoint's describe() would return, without the usage. Throws dimma::QoSError.
  virtual std::vector<Fact> plan(const ListenOptions& options, const EngineeringQoS& qos) const = 0;

  // Returns a profile for an address that was given without a reference (corbaloc), with or without TLS.
  virtual Tagged profile_for(std::uint8_t giop_minor, const ListenAddress& at,
                             std::span<const std::byte> object_key) const = 0;
  // Adds a component to a profile of this protocol. No-op if its profiles have no components.
  virtual void add_component(Tagged& /*profile*/, const Tagged& /*component*/) const {}
  // Returns the components of a profile of this protocol, or nothing if its profiles have none. Throws
  // CORBA::INV_OBJREF if the profile is malformed.
  virtual std::vector<Tagged> components(const Tagged& /*profile*/) const { return {}; }
  // Returns the object key in a profile. Throws CORBA::INV_OBJREF if the profile is malformed.
  virtual Octets object_key(const Tagged& profile) const = 0;
  // Returns a text for people such as "IIOP 1.2 localhost:2809", with the components.
  virtual std::string describe(const Tagged& profile) const = 0;
  // Makes the protocol start no threads of its own; the application's threads run the loop. Called before the first
  // binding and the first endpoint.
  virtual void run_by(std::shared_ptr<reactor::EventLoop> /*loop*/) {}
  // Ends all asynchronous calls with COMM_FAILURE and refuses new ones. Returns after answered() was called for each of
  // them. Must not be called on a thread of the binder.
  virtual void end_asynchronous_calls() noexcept {}
  // Closes all connections of the protocol. Called when no call is in progress.
  virtual void shutdown() noexcept = 0;
};

inline void Binder::begin_bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline,
                               const Callbacks& callbacks, Bound bound) {
  std::shared_ptr<ClientChannel> channel;
  std::exception_ptr failure;
  try {
    channel = bind(profile, qos, deadline, callbacks);
  } catch (...) {
    failure = std::current_exception();
  }
  bound(std::move(channel), std::move(failure));
}

}  // namespace dimma::channel
