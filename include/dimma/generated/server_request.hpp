#pragma once
/// Used by a generated skeleton to serve a call. dimma's own; applications do not need it.

#include <dimma/generated/deferred_request.hpp>
#include <dimma/generated/operation.hpp>
#include <dimma/iop.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace CORBA {
class Exception;
}

namespace PortableServer {
class Servant;
}

namespace dimma {

namespace channel {
class Session;
}

namespace orb {
class ActiveObject;
class InterceptedRequest;
}  // namespace orb

namespace channel {
class CallbackPath;
}

/// The connection over which a request has come: one that its client has opened; the same, if the client may be called
/// back over it; or one that this ORB has opened to the server that now calls back.
enum class RequestWay : std::uint8_t { from_client, from_client_to_be_called, from_server };

/// The trace context that came with a request (<dimma/trace.hpp>); a view into the message.
struct TraceOctets {
  const std::byte* data = nullptr;  ///< nullptr: there is no context
  std::size_t size = 0;             ///< 0 with other data than nullptr: its trace is sampled out
};

/// The ORB's memo of the last request on a connection: the next one to the same object finds it without a look-up. Kept
/// by the channel for each serving thread, but filled in and used only by the ORB.
struct DispatchMemo {
  std::vector<std::byte> object_key;
  std::shared_ptr<orb::ActiveObject> object;  ///< nullptr: no object is remembered
  bool is_current = false;                    ///< the request that is being served is known to be for that object

  void forget() noexcept {
    object.reset();
    is_current = false;
  }
};

/// A request that its channel has put aside: it waits without a thread.
class WaitingRequest {
 public:
  virtual ~WaitingRequest() = default;
  /// Has a thread of the channel dispatch the request again, from its beginning. To be called at most once, from any
  /// thread; never blocks.
  virtual void resume() noexcept = 0;
  /// The same on the calling thread, before it returns; does nothing if it is abandoned. Not for a resumed request.
  virtual void run_here() noexcept { resume(); }
  /// Replies, instead of either, that it will not be served, with CORBA::NO_RESOURCES (COMPLETED_NO).
  virtual void refuse(const char* /*why*/) noexcept {}
  /// Returns true if the client is gone, or its connection is being closed: the request will not be dispatched again.
  virtual bool is_abandoned() const noexcept = 0;
};

/// A place in which requests wait.
class WaitingPlace {
 public:
  /// The client of one of them is gone, before it was resumed. Called on any thread, without locks held.
  virtual void abandoned(const WaitingRequest& request) noexcept = 0;
  /// Returns true if requests only wait for an executor's thread: the channel reads on until a number of them wait.
  virtual bool is_executor() const noexcept { return false; }

 protected:
  ~WaitingPlace() = default;
};

/// One request while it is being served. Made by a channel, lives on the serving thread's stack for the duration of the
/// upcall, and is only used by that thread. Its reply may outlive it: defer().
class ServerRequest {
 public:
  ServerRequest(const ServerRequest&) = delete;
  ServerRequest& operator=(const ServerRequest&) = delete;

  /// Returns the received operation name; a view into the message.
  std::string_view operation() const noexcept { return operation_; }
  /// Returns the received object key of the target; a view into the message.
  std::span<const std::byte> object_key() const noexcept { return object_key_; }
  /// Returns false for a oneway: the channel then discards the reply.
  bool response_expected() const noexcept { return response_expected_; }
  /// Returns true if the caller waits only until the object has been found: answer_before_upcall() is called then.
  bool waits_for_server() const noexcept { return waits_for_server_; }
  void answer_before_upcall() {
    waits_for_server_ = false;
    answer_now();
    response_expected_ = false;
  }
  RequestWay way() const noexcept { return static_cast<RequestWay>(special_ & way_bits); }
  /// Returns true if it has come in the usual way, and raises no events.
  bool is_usual() const noexcept { return special_ == 0; }
  /// To be called when the object has been found and its servant is about to be called, unless is_usual().
  virtual void upcall_begins(PortableServer::Servant& /*servant*/) noexcept {}
  /// To be called when the request is answered by an exception.
  virtual void failed(const CORBA::Exception& /*exception*/) noexcept {}
  /// Returns the path to call the client back, for RequestWay::from_client_to_be_called.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() const { return nullptr; }
  /// Returns the arguments, decoded in place. Their views are valid until the reply is begun.
  cdr::Decoder& arguments() noexcept { return arguments_; }

  /// Returns true if put_aside() may be called.
  virtual bool can_be_put_aside() const noexcept { return false; }
  /// Returns true if it may be put aside so that another thread serves it at once with run_here().
  virtual bool can_be_moved() const noexcept { return false; }
  /// To be called before an argument is read: takes the request away from the calling thread, which then returns
  /// without a reply. It waits at `place`, which is told if the client goes first.
  virtual std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& /*place*/) { return nullptr; }
  /// Returns true if earlier oneways of its connection wait at `place`, or have waited and are not yet served.
  virtual bool is_behind_others(const WaitingPlace& /*place*/) const noexcept { return false; }
  /// Returns false if there are no such oneways at all.
  bool may_be_behind_others() const noexcept { return may_be_behind_others_; }

  /// To be called within the upcall, once the arguments have been read: the returned object will make the reply, and
  /// the upcall returns without one. `raises` has the ids of the operation's exceptions, and has to stay valid. Throws
  /// CORBA::NO_RESOURCES (COMPLETED_NO) if as many requests of the connection have been deferred as may be.
  std::shared_ptr<DeferredRequest> defer(std::span<const std::string_view> raises);
  /// For defer(): detaches the reply from the channel, which from then on sends none by itself. Returns nullptr if that
  /// is impossible. Throws the same as defer().
  virtual std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> /*observer*/) { return nullptr; }
  /// For defer(): returns the interceptors' view of the request; nullptr if there are no interceptors.
  virtual orb::InterceptedRequest* intercepted() noexcept { return nullptr; }

  /// Begins a reply without exception; the results are written to the returned encoder.
  cdr::Encoder& reply() {
    executed_ = true;
    return begin_reply(ReplyStatus::no_exception);
  }
  /// The same, all of it at once: `results` writes them, and may be called twice. So they can be sent from their own
  /// memory, and while they are being written.
  void reply(ArgumentWriter results) {
    executed_ = true;
    write_reply(results);
  }
  /// Returns true once the upcall has returned or thrown a user exception: later failures are COMPLETED_YES.
  bool executed() const noexcept { return executed_; }
  /// Returns nullptr for a channel without a memo.
  DispatchMemo* memo() const noexcept { return memo_; }
  void mark_executed() noexcept { executed_ = true; }

  enum class ReplyStatus : std::uint32_t {
    no_exception = 0,
    user_exception = 1,
    system_exception = 2,
    location_forward = 3,
    location_forward_perm = 4,
    needs_addressing_mode = 5,
  };
  /// Begins the reply with a status, or begins it again and discards what had been written before.
  virtual cdr::Encoder& begin_reply(ReplyStatus status) = 0;
  /// Begins the reply with a system exception. The client also gets `words` if the protocol has room for them and the
  /// server does not keep such details to itself; empty words are not sent.
  virtual cdr::Encoder& begin_failure(std::string_view /*words*/) { return begin_reply(ReplyStatus::system_exception); }
  /// For reply(): writes a whole reply without an exception.
  virtual void write_reply(ArgumentWriter results) { results(begin_reply(ReplyStatus::no_exception)); }

  /// Returns the session of the peer that sent it, for caller(); nullptr if nothing is known of it. Lives as long as
  /// the request.
  virtual channel::Session* session() { return nullptr; }

  /// Returns the service contexts that came with the request; empty if the protocol has none.
  virtual std::vector<iop::ServiceContext> service_contexts() const { return {}; }
  /// Returns the part of them that belongs to traces, without a copy.
  virtual TraceOctets trace_octets() const noexcept { return {}; }
  /// Sets the service contexts of the reply, from the next begin_reply() on. They have to live until they are replaced
  /// or removed.
  virtual void reply_contexts(std::span<const iop::ServiceContext> /*contexts*/) {}

 protected:
  ServerRequest(std::string_view operation, std::span<const std::byte> object_key, bool response_expected,
                const cdr::Decoder& arguments, DispatchMemo* memo = nullptr) noexcept
      : operation_(operation),
        object_key_(object_key),
        response_expected_(response_expected),
        memo_(memo),
        arguments_(arguments) {
    if (memo != nullptr) memo->is_current = false;
  }
  ~ServerRequest() = default;
  void came(RequestWay way) noexcept {
    special_ = static_cast<std::uint8_t>((special_ & events_bit) | static_cast<std::uint8_t>(way));
  }
  /// Resets it for another request to the same operation and object, except its constructor's arguments and its way.
  void serve_again(bool response_expected, DispatchMemo* memo) noexcept {
    response_expected_ = response_expected;
    waits_for_server_ = executed_ = may_be_behind_others_ = false;
    special_ &= way_bits;
    memo_ = memo;
  }
  /// Sets new views of the same names, which have moved.
  void names_have_moved(std::string_view operation, std::span<const std::byte> object_key) noexcept {
    operation_ = operation;
    object_key_ = object_key;
  }
  /// Has upcall_begins() called.
  void raises_events() noexcept { special_ |= events_bit; }
  void waits_for_server(bool does) noexcept { waits_for_server_ = does; }
  /// If so, the memo is not used: the object has to be looked up in order.
  void may_be_behind_others(bool may) noexcept {
    may_be_behind_others_ = may;
    if (may) memo_ = nullptr;
  }
  /// Sends a reply without results.
  virtual void answer_now() {}

 private:
  std::string_view operation_;
  std::span<const std::byte> object_key_;
  bool response_expected_;
  bool waits_for_server_ = false;
  bool executed_ = false;
  bool may_be_behind_others_ = false;
  static constexpr std::uint8_t way_bits = 3;
  static constexpr std::uint8_t events_bit = 4;
  std::uint8_t special_ = 0;  // the way, and whether it raises events
  DispatchMemo* memo_;
  cdr::Decoder arguments_;
};

/// One operation of a skeleton. Generated, in a table sorted by name.
struct SkeletonEntry {
  std::string_view name;
  /// Reads the arguments, makes the upcall, writes the results. `operations` is the `_operations_type` of the interface
  /// that declares the operation.
  void (*serve)(void* operations, ServerRequest& request);
  /// The ids of its exceptions; any other user exception reaches the caller as CORBA::UNKNOWN.
  std::span<const std::string_view> raises = {};
  /// The base that declares it; nullptr if the skeleton's own interface does.
  const InterfaceTag* declared_by = nullptr;
};

/// Finds the interfaces of a servant that have an operation, for access rules. Generated code adds each interface once
/// or more often.
struct OperationSearch {
  std::string_view operation;
  std::vector<const InterfaceTag*> interfaces = {};  ///< all of the servant, including bases
  std::vector<const InterfaceTag*> having = {};      ///< those of them that declare or inherit the operation

  /// Adds an interface, and its operations with those of its bases, sorted by name.
  void look_in(const InterfaceTag& tag, std::span<const SkeletonEntry> table);
  /// The same by the names of the interface's own operations, after its bases; `before` is the size of `having` before
  /// those.
  void look_behind_bases(const InterfaceTag& tag, std::span<const std::string_view> own, std::size_t before);
};

/// Replies with the user exception that is being handled, if `raises` has its id.
bool reply_if_declared(ServerRequest& request, std::span<const std::string_view> raises,
                       const CORBA::UserException& exception);

/// Serves the request by an entry. A user exception that the entry names becomes the reply, any other CORBA::UNKNOWN.
/// System exceptions pass through.
void serve_raising(const SkeletonEntry& entry, void* operations, ServerRequest& request);
/// Writes to the log that a request has more arguments than its operation, which has been served.
void report_arguments_left(const SkeletonEntry& entry, ServerRequest& request) noexcept;
inline void serve(const SkeletonEntry& entry, void* operations, ServerRequest& request) {
  if (entry.raises.empty()) {
    entry.serve(operations, request);
  } else {
    serve_raising(entry, operations, request);
  }
  if (request.arguments().remaining() != 0) [[unlikely]]
    report_arguments_left(entry, request);
}

/// Returns the entry of that name in a table sorted by name; nullptr if there is none.
const SkeletonEntry* find_among(const SkeletonEntry* begin, const SkeletonEntry* end, std::string_view name) noexcept;
template <std::size_t Size>
[[gnu::always_inline]] inline const SkeletonEntry* find_entry(const SkeletonEntry (&table)[Size],
                                                              std::string_view name) noexcept {
  constexpr std::size_t few = 8;
  if constexpr (Size <= few) {
    // Different lengths distinguish most of a few names at no cost.
    for (const SkeletonEntry& entry : table) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  } else {
    return find_among(table, table + Size, name);
  }
}

}  // namespace dimma
