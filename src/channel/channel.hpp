#pragma once
// The protocol seam: what a protocol (iiop, flow) offers to the ORB, and what the ORB gives it.
//
// A Binder is a protocol. At the client it turns a profile of a reference and a QoS into a ClientChannel; at the server
// it makes a ServerEndpoint for a QoS, which calls the ORB's Dispatcher for each request. Profiles stay opaque octets
// to the ORB. There is one virtual step into a channel (call) and one out of it (dispatch).

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

// IOP::TaggedProfile, IOP::TaggedComponent, IOP::ServiceContext: a number and octets.
struct Tagged {
  std::uint32_t tag = 0;
  Octets data;

  friend bool operator==(const Tagged&, const Tagged&) = default;
};

// Options that few calls need.
struct CallOptions {
  bool until_server = false;  // waits only until the server has found the object (SYNC_WITH_SERVER)
  // For interceptors: the contexts to be sent along if the protocol can carry them, and where to put those of the
  // reply.
  std::span<const iop::ServiceContext> service_contexts = {};
  std::vector<iop::ServiceContext>* reply_contexts = nullptr;
};

// A call, as the channel gets it. Lives on the caller's stack for the length of the call.
struct Request {
  const Operation& operation;
  ArgumentWriter arguments;
  ResultReader results;
  Deadline deadline = no_deadline;
  cdr::Context* context = nullptr;  // for the decoders of the reply: Decoder::context()
  const CallOptions* call_options = nullptr;
  // Set by the channel once a reply has come that is not a forward. An exception of call() is the answer from then on,
  // not a failure on the way, and no reason to send the request again.
  mutable bool is_answered = false;
};

// The outcome of a call that raised no exception.
struct Outcome {
  enum class Kind : std::uint8_t { done, location_forward, location_forward_perm, again };
  Kind kind = Kind::done;
  Octets forward_to;  // location_forward*: the reference, CDR-encoded in native order from alignment 0
};

// The outcome of a call that no thread has waited for.
class Answer {
 public:
  virtual ~Answer() = default;
  // Ends the call as ClientChannel::call() would have: has the results read, or throws. Called once, by any thread. The
  // call's resources of its channel are held until this object is destroyed. Outcome::Kind::again means that the server
  // wants the request in another form, which the channel knows now; it is not returned if the server `was_asked`
  // before.
  virtual Outcome read(const Request& request, bool was_asked) = 0;
};

// Calls answer->read(); throws CORBA::NO_MEMORY if there is no answer.
inline Outcome read_answer(const std::unique_ptr<Answer>& answer, const Request& request, bool was_asked) {
  if (!answer) throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_MAYBE);
  return answer->read(request, was_asked);
}

// Cancels an asynchronous call whose request has been sent.
class CancelPlace {
 public:
  virtual ~CancelPlace() = default;
  // Ends the call by OperationCanceled unless it has ended. Its Awaiting is told of it as of any other end.
  virtual void cancel(std::uint32_t request_id) noexcept = 0;
};

// An asynchronous call. Its request lives as long as it does.
class Awaiting {
 public:
  virtual ~Awaiting() = default;
  virtual Request& request() noexcept = 0;
  // True if begin() may block for room to send, or for a resource that the QoS limits. Otherwise the call is queued and
  // goes on by itself.
  virtual bool may_wait() const noexcept { return true; }
  // The call's trace context, kept for a restart on another thread. May be nullptr.
  virtual tracing::Carried* trace() noexcept { return nullptr; }
  // Called when the request is about to be sent by that place under that id, or is queued there to be sent.
  virtual void begun_as(std::weak_ptr<CancelPlace> /*place*/, std::uint32_t /*request_id*/, bool /*is_sent*/) noexcept {
  }
  // Called once for each begin() of a channel that threw nothing, by any thread, before begin() returns or later. Must
  // not block. `self` points to this object, and is the last pointer to it that the channel has. `answer` is nullptr if
  // there was no memory for it.
  virtual void answered(std::shared_ptr<Awaiting> self, std::unique_ptr<Answer> answer) noexcept = 0;
};

// A client channel that drops messages rather than wait, and can tell how many.
class Accounted {
 public:
  // Asks the other end, and waits up to `patience` for its answer.
  virtual FlowReport account(std::chrono::milliseconds patience) = 0;

 protected:
  ~Accounted() = default;
};

// The answer to the question where a reference's object is (GIOP LocateRequest).
enum class Located : std::uint8_t { unknown_object, object_here, object_forward };

// The way to one object: the channel of a binding. Any number of threads may call at once; the QoS says how many calls
// may be in progress. Throws the operation's user exceptions, and system exceptions whose `completed` is true to the
// facts: TRANSIENT with COMPLETED_NO means that the request has certainly not been executed and may be tried elsewhere.
// Holds no lock while arguments are written or results are read, except for its own limit on calls in progress: a call
// beyond it waits its turn. `arguments` and `results` never make calls.
class ClientChannel {
 public:
  using Connected = std::function<void(std::exception_ptr)>;
  virtual ~ClientChannel() = default;
  virtual Outcome call(Request& request) = 0;
  // Sends the request of a call that is answered, and returns without waiting for the reply: answered() is called when
  // it is there, the deadline has passed, or the connection is lost. Throws what call() throws until the request is
  // sent, with no call of answered(); BAD_QOS if no thread could read the reply. The channel must outlive the answer.
  virtual void begin(std::shared_ptr<Awaiting> call);
  // True if begin() does not have to connect.
  virtual bool is_connected() noexcept { return true; }
  // Like begin(). Returns false, having done nothing, if begin() would have to connect.
  virtual bool begin_if_connected(const std::shared_ptr<Awaiting>& call) {
    if (!is_connected()) return false;
    begin(call);
    return true;
  }
  // Connects without waiting, so that begin() need not. Calls `connected` once, on any thread and perhaps before this
  // returns, with nullptr or what begin() would throw.
  virtual void begin_connect(Deadline deadline, Connected connected);
  // True if it has a connection that is of no further use: it broke, or its peer has fallen silent.
  virtual bool has_lost_connection() const noexcept { return false; }
  // Asks where the object is, without calling it. Sets `forward` for object_forward.
  virtual Located locate(Outcome& forward, Deadline deadline) = 0;
  // Releases everything; calls in progress raise COMM_FAILURE, later ones BAD_INV_ORDER. Idempotent.
  virtual void close() noexcept = 0;
  virtual std::vector<Fact> describe() const = 0;
  // The server's first address as the reference says it. Its transport is empty if there is none.
  virtual transport::Endpoint server() const { return {.transport = {}, .host = {}, .port = 0}; }
  // Returns memory for a loaned sequence of that size in octets: a place from which the channel sends, if it has such
  // places, otherwise ordinary memory. Throws what call() throws if a resource for it is exhausted.
  virtual dimma::LoanBlock loan(std::size_t octets, Deadline /*deadline*/) { return dimma::LoanBlock(octets); }
  // Returns nullptr for a channel that drops no messages.
  virtual Accounted* accounted() noexcept { return nullptr; }
};

inline void ClientChannel::begin_connect(Deadline /*deadline*/, Connected connected) { connected(nullptr); }

inline void ClientChannel::begin(std::shared_ptr<Awaiting> /*call*/) {
  throw CORBA::NO_IMPLEMENT(minor::no_implement_flow_answer, CORBA::COMPLETED_NO,
                            "the channel of the binding does not support asynchronous calls");
}

// The ORB's side of a server endpoint. Called from the endpoint's threads, any number at once.
class Dispatcher {
 public:
  virtual ~Dispatcher() = default;
  // Serves the request to the end and always begins a reply on it (exceptions become replies here). A request
  // that has to wait is an exception: it is put aside, if the channel can do that, and dispatched again later.
  virtual void dispatch(ServerRequest& request) noexcept = 0;
  // For object_forward, `forward_to` is the reference to go to, in the form that Outcome has. `session` is that of the
  // client that asks, or nullptr if nothing is known about it.
  virtual Located locate(std::span<const std::byte> object_key, Octets& forward_to, Session* session) noexcept = 0;
};

// The server's end: listens, and serves its connections as its QoS says.
class ServerEndpoint {
 public:
  virtual ~ServerEndpoint() = default;
  // Returns the profiles by which an object with this key is reached through this endpoint.
  virtual std::vector<Tagged> profiles(std::span<const std::byte> object_key) const = 0;
  // True if the profile was made by this endpoint, so that its object is local. Then `object_key` is the key in it.
  virtual bool owns(const Tagged& profile, Octets& object_key) const = 0;
  // Accepts no more connections, lets upcalls in progress finish (except those of the calling thread), and closes.
  virtual void close() noexcept = 0;
  virtual std::vector<Fact> describe() const = 0;
  // Lets the connections of its clients carry calls back, and its objects be called over the connections that this ORB
  // opens and offers for that. Concerns connections that are accepted or opened later. Idempotent.
  virtual void carry_callbacks() {}
};

struct ListenAddress {
  std::string host;        // empty or "::": every address; "0.0.0.0": of IPv4
  std::uint16_t port = 0;  // 0: any free one
  bool has_tls = false;    // ssliop://

  friend bool operator==(const ListenAddress&, const ListenAddress&) = default;
};

// The addresses at which a server endpoint listens and those that it publishes. A protocol of datagrams has one
// address, the first.
struct ListenOptions {
  std::vector<ListenAddress> at{{}};     // one at least
  std::vector<ListenAddress> publish{};  // for references; empty: derived from `at`; a port of 0: the real one
};

class Binder {
 public:
  virtual ~Binder() = default;
  virtual std::string_view protocol() const noexcept = 0;  // as EngineeringQoS::protocol names it
  virtual bool understands(const Tagged& profile) const noexcept = 0;
  // False for a protocol that carries oneways only: its objects need another one for everything else.
  virtual bool answers() const noexcept { return true; }

  // Connects as the QoS says and returns the channel. Throws CORBA::TRANSIENT (no address answered; the detail names
  // each one tried), CORBA::INV_OBJREF (malformed profile), dimma::QoSError (this protocol can't assemble a field).
  virtual std::shared_ptr<ClientChannel> bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline) = 0;
  // The same for a binding that takes part in callbacks. A protocol without callbacks binds as usual.
  virtual std::shared_ptr<ClientChannel> bind_with(const Callbacks& /*callbacks*/, const Tagged& profile,
                                                   const EngineeringQoS& qos, Deadline deadline) {
    return bind(profile, qos, deadline);
  }

  // The same without waiting, for a channel of asynchronous calls. Calls `bound` once, on any thread and perhaps before
  // this returns, with the channel or what bind() would throw.
  using Bound = std::function<void(std::shared_ptr<ClientChannel>, std::exception_ptr)>;
  virtual void begin_bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline, Bound bound);
  virtual void begin_bind_with(const Callbacks& /*callbacks*/, const Tagged& profile, const EngineeringQoS& qos,
                               Deadline deadline, Bound bound) {
    begin_bind(profile, qos, deadline, std::move(bound));
  }

  // Returns the channel's describe() without the usage. Does not connect. Throws what bind() throws.
  virtual std::vector<Fact> plan(const Tagged& profile, const EngineeringQoS& qos) const = 0;

  // Throws dimma::QoSError, or CORBA::INITIALIZE if the address can't be used. The endpoint must not outlive
  // `dispatcher`.
  virtual std::unique_ptr<ServerEndpoint> listen(const ListenOptions& options, const EngineeringQoS& qos,
                                                 Dispatcher& dispatcher) = 0;

  // Throws dimma::QoSError if no binding, or no endpoint, of this protocol can be assembled by that QoS, with any
  // reference or address.
  virtual void require_assembled(const EngineeringQoS& /*qos*/, End /*end*/) const {}

  // Returns the endpoint's describe() without the usage. Throws dimma::QoSError.
  virtual std::vector<Fact> plan(const ListenOptions& options, const EngineeringQoS& qos) const = 0;

  // Returns the profile for an address without a reference (corbaloc), with or without TLS.
  virtual Tagged profile_for(std::uint8_t giop_minor, const ListenAddress& at,
                             std::span<const std::byte> object_key) const = 0;
  // Adds a component to a profile of this protocol, if such profiles have components.
  virtual void add_component(Tagged& /*profile*/, const Tagged& /*component*/) const {}
  // Returns the components of a profile of this protocol, if such profiles have them. Throws CORBA::INV_OBJREF if it is
  // malformed.
  virtual std::vector<Tagged> components(const Tagged& /*profile*/) const { return {}; }
  // Returns the object key in a profile. Throws CORBA::INV_OBJREF if the profile is malformed.
  virtual Octets object_key(const Tagged& profile) const = 0;
  // For people: "IIOP 1.2 localhost:2809", with components.
  virtual std::string describe(const Tagged& profile) const = 0;
  // Has the threads of an application serve the loop, so that the protocol starts none of its own. Called before the
  // first binding and endpoint.
  virtual void run_by(std::shared_ptr<reactor::EventLoop> /*loop*/) {}
  // Ends the asynchronous calls with COMM_FAILURE, and refuses such calls from now on. Returns when each has been told.
  // Must not be called on a thread of the binder's.
  virtual void end_asynchronous_calls() noexcept {}
  // Closes every connection that it holds. Called when no call is in progress.
  virtual void shutdown() noexcept = 0;
};

inline void Binder::begin_bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline, Bound bound) {
  std::shared_ptr<ClientChannel> channel;
  std::exception_ptr failure;
  try {
    channel = bind(profile, qos, deadline);
  } catch (...) {
    failure = std::current_exception();
  }
  bound(std::move(channel), std::move(failure));
}

}  // namespace dimma::channel
