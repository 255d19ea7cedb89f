#pragma once
/// Used by a generated skeleton to serve a call. Internal to dimma; applications do not need it.

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

/// The kind of connection that a request came over: opened by the client; opened by the client, which may be called
/// back over it; or opened by this ORB to a server, which now calls back.
enum class RequestWay : std::uint8_t { from_client, from_client_to_be_called, from_server };

/// The trace context received with a request (<dimma/trace.hpp>); a view into the message.
struct TraceOctets {
  const std::byte* data = nullptr;  ///< nullptr if there is no context
  std::size_t size = 0;             ///< 0 with non-null data if the trace is sampled out
};

/// The ORB's record of the last request on a connection, with which the next request to the same object needs no
/// look-up. The channel keeps one for each serving thread; only the ORB reads and writes it.
struct DispatchMemo {
  std::vector<std::byte> object_key;
  std::shared_ptr<orb::ActiveObject> object;  ///< nullptr if no object is remembered
  bool is_current = false;                    ///< true if the current request is known to be for that object

  void forget() noexcept {
    object.reset();
    is_current = false;
  }
};

/// A request that its channel has put aside: it waits without occupying a thread.
class WaitingRequest {
 public:
  virtual ~WaitingRequest() = default;
  /// Makes a thread of the channel dispatch the request again, from the beginning. Called at most once, from any
  /// thread; never blocks.
  virtual void resume() noexcept = 0;
  /// Like resume(), but dispatches on the calling thread before returning. A no-op for an abandoned request. Not called
  /// after resume().
  virtual void run_here() noexcept { resume(); }
  /// Replies with CORBA::NO_RESOURCES (COMPLETED_NO) instead. Called in place of resume() and run_here().
  virtual void refuse(const char* /*why*/) noexcept {}
  /// Returns true if the client is gone or its connection is being closed; the request will then not be dispatched
  /// again.
  virtual bool is_abandoned() const noexcept = 0;
};

/// A place where requests wait, such as a POA manager or an executor.
class WaitingPlace {
 public:
  /// Called when the client of a waiting request is gone. On any thread, without locks held.
  virtual void abandoned(const WaitingRequest& request) noexcept = 0;
  /// Returns true if requests wait only for a thread of an executor; the channel then keeps reading until a certain
  /// number of them wait.
  virtual bool is_executor() const noexcept { return false; }

 protected:
  ~WaitingPlace() = default;
};

/// A request being served. Made by a channel, lives on the serving thread's stack for the duration of the upcall, and
/// is used only by that thread. Its reply may outlive it: see defer().
class ServerRequest {
 public:
  ServerRequest(const ServerRequest&) = delete;
  ServerRequest& operator=(const ServerRequest&) = delete;

  /// Returns the name of the operation; a view into the message.
  std::string_view operation() const noexcept { return operation_; }
  /// Returns the object key of the target; a view into the message.
  std::span<const std::byte> object_key() const noexcept { return object_key_; }
  /// Returns false for a oneway: the channel then discards the reply.
  bool response_expected() const noexcept { return response_expected_; }
  /// Returns true if the caller waits only until the object has been found; answer_before_upcall() is called then.
  bool waits_for_server() const noexcept { return waits_for_server_; }
  void answer_before_upcall() {
    waits_for_server_ = false;
    answer_now();
    response_expected_ = false;
  }
  RequestWay way() const noexcept { return static_cast<RequestWay>(special_ & way_bits); }
  /// Returns true if way() is RequestWay::from_client and the request raises no events.
  bool is_usual() const noexcept { return special_ == 0; }
  /// Called when the object has been found, before the upcall, unless is_usual().
  virtual void upcall_begins(PortableServer::Servant& /*servant*/) noexcept {}
  /// Called when the reply is an exception.
  virtual void failed(const CORBA::Exception& /*exception*/) noexcept {}
  /// Returns the path for calling the client back, for RequestWay::from_client_to_be_called.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() const { return nullptr; }
  /// Returns a decoder for the arguments. Its views into the message are valid until the reply is begun.
  cdr::Decoder& arguments() noexcept { return arguments_; }

  /// Returns true if put_aside() may be called.
  virtual bool can_be_put_aside() const noexcept { return false; }
  /// Returns true if the request may be put aside so that another thread serves it at once with run_here().
  virtual bool can_be_moved() const noexcept { return false; }
  /// Takes the request away from the calling thread, which then returns without a reply. Called before any argument is
  /// read. The request waits at `place`, which is notified if the client is gone before the request is resumed.
  virtual std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& /*place*/) { return nullptr; }
  /// Returns true if earlier oneways from the same connection wait at `place`, or have waited and have not been served.
  virtual bool is_behind_others(const WaitingPlace& /*place*/) const noexcept { return false; }
  /// Returns false if no earlier oneways of the connection are waiting anywhere.
  bool may_be_behind_others() const noexcept { return may_be_behind_others_; }

  /// Defers the reply: the returned object will make it, and the upcall returns without a reply. Called within the
  /// upcall, once the arguments have been read. `raises` has the ids of the operation's exceptions, and has to stay
  /// valid. Throws CORBA::NO_RESOURCES (COMPLETED_NO) if the connection has as many deferred requests as are allowed.
  std::shared_ptr<DeferredRequest> defer(std::span<const std::string_view> raises);
  /// Used by defer(): detaches the reply from the channel, which then sends none on its own. Returns nullptr if that is
  /// impossible. Throws what defer() throws.
  virtual std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> /*observer*/) { return nullptr; }
  /// Used by defer(): returns the interceptors' view of the request; nullptr if there are no interceptors.
  virtual orb::InterceptedRequest* intercepted() noexcept { return nullptr; }

  /// Begins a reply without an exception; the caller writes the results to the returned encoder.
  cdr::Encoder& reply() {
    executed_ = true;
    return begin_reply(ReplyStatus::no_exception);
  }
  /// Makes a whole reply without an exception. `results` writes the results, and may be called twice. The results can
  /// therefore be sent from their own memory, and while they are being written.
  void reply(ArgumentWriter results) {
    executed_ = true;
    write_reply(results);
  }
  /// Returns true if the upcall has returned or thrown a user exception; later failures are COMPLETED_YES.
  bool executed() const noexcept { return executed_; }
  /// Returns the memo for the next request; nullptr for a channel without one.
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
  /// Begins the reply with a status. If a reply has been begun, discards it and begins again.
  virtual cdr::Encoder& begin_reply(ReplyStatus status) = 0;
  /// Begins the reply with a system exception. Also sends `words` to the client if they are not empty, the protocol has
  /// room for them, and the server is not configured to withhold such details.
  virtual cdr::Encoder& begin_failure(std::string_view /*words*/) { return begin_reply(ReplyStatus::system_exception); }
  /// Used by reply(): writes a whole reply without an exception.
  virtual void write_reply(ArgumentWriter results) { results(begin_reply(ReplyStatus::no_exception)); }

  /// Returns the session of the sending peer, for caller(); nullptr if nothing is known of the peer. Valid as long as
  /// the request.
  virtual channel::Session* session() { return nullptr; }

  /// Returns the request's service contexts; empty if the protocol has none.
  virtual std::vector<iop::ServiceContext> service_contexts() const { return {}; }
  /// Returns the trace context among the service contexts, without a copy.
  virtual TraceOctets trace_octets() const noexcept { return {}; }
  /// Sets the service contexts of the reply, from the next begin_reply() on. They must stay valid until they are
  /// replaced or removed.
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
  /// Resets the state for another request to the same operation and object, except the arguments of the constructor and
  /// way().
  void serve_again(bool response_expected, DispatchMemo* memo) noexcept {
    response_expected_ = response_expected;
    waits_for_server_ = executed_ = may_be_behind_others_ = false;
    special_ &= way_bits;
    memo_ = memo;
  }
  /// Sets the views of the operation and the object key after their octets have moved.
  void names_have_moved(std::string_view operation, std::span<const std::byte> object_key) noexcept {
    operation_ = operation;
    object_key_ = object_key;
  }
  /// Makes is_usual() false, so that upcall_begins() is called.
  void raises_events() noexcept { special_ |= events_bit; }
  void waits_for_server(bool does) noexcept { waits_for_server_ = does; }
  /// Disables the memo if `may`, since the object then has to be looked up in order.
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
  std::uint8_t special_ = 0;  // way(), and whether events are raised
  DispatchMemo* memo_;
  cdr::Decoder arguments_;
};

/// One operation of a skeleton. Generated, in a table sorted by name.
struct SkeletonEntry {
  std::string_view name;
  /// Reads the arguments, makes the upcall and writes the results. `operations` points to the `_operations_type` of the
  /// interface that declares the operation.
  void (*serve)(void* operations, ServerRequest& request);
  /// The ids of the declared exceptions; any other user exception reaches the caller as CORBA::UNKNOWN.
  std::span<const std::string_view> raises = {};
  /// The base interface that declares the operation; nullptr for the skeleton's own interface.
  const InterfaceTag* declared_by = nullptr;
};

/// Finds the interfaces of a servant that have an operation, for access rules. Generated code adds each interface at
/// least once.
struct OperationSearch {
  std::string_view operation;
  std::vector<const InterfaceTag*> interfaces = {};  ///< all interfaces of the servant, including bases
  std::vector<const InterfaceTag*> having = {};      ///< the interfaces that declare or inherit the operation

  /// Adds an interface. `table` has its operations and those of its bases, sorted by name.
  void look_in(const InterfaceTag& tag, std::span<const SkeletonEntry> table);
  /// Adds an interface after its bases. `own` has the names of its own operations, `before` is the size of `having`
  /// before the bases were added.
  void look_behind_bases(const InterfaceTag& tag, std::span<const std::string_view> own, std::size_t before);
};

/// Replies with the user exception and returns true if `raises` has its id; otherwise returns false.
bool reply_if_declared(ServerRequest& request, std::span<const std::string_view> raises,
                       const CORBA::UserException& exception);

/// Serves the request with the entry. A user exception declared in the entry becomes the reply, any other
/// CORBA::UNKNOWN. System exceptions pass through.
void serve_raising(const SkeletonEntry& entry, void* operations, ServerRequest& request);
/// Logs that a served request had more arguments than its operation.
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

/// Returns the entry with this name in a table sorted by name; nullptr if there is none.
const SkeletonEntry* find_among(const SkeletonEntry* begin, const SkeletonEntry* end, std::string_view name) noexcept;
template <std::size_t Size>
[[gnu::always_inline]] inline const SkeletonEntry* find_entry(const SkeletonEntry (&table)[Size],
                                                              std::string_view name) noexcept {
  constexpr std::size_t few = 8;
  if constexpr (Size <= few) {
    // The comparison of lengths, which costs nothing, distinguishes most names in a small table.
    for (const SkeletonEntry& entry : table) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  } else {
    return find_among(table, table + Size, name);
  }
}

}  // namespace dimma
