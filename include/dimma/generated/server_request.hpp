#pragma once
/// Used by a generated skeleton to serve a call. dimma's own; an application has no need of it.

#include <dimma/generated/deferred_request.hpp>
#include <dimma/generated/operation.hpp>
#include <dimma/iop.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

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

/// Over which connection a request has come: one that its client has opened; the same, and the client may be called
/// back over it; or one that this ORB has opened to the server that now calls back.
enum class RequestWay : std::uint8_t { from_client, from_client_to_be_called, from_server };

/// The trace context that came with a request (<dimma/trace.hpp>); a view into the message.
struct TraceOctets {
  const std::byte* data = nullptr;  ///< nullptr: nothing
  std::size_t size = 0;             ///< 0 of what is not nothing: its trace is sampled out
};

/// The ORB's memo of the last request on a connection: the next one to the same object finds it without a look-up. Kept
/// by the channel for each serving thread, filled in and used by the ORB alone.
struct DispatchMemo {
  std::vector<std::byte> object_key;
  std::shared_ptr<orb::ActiveObject> object;  ///< nullptr: nothing is remembered
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
  /// Has a thread of the channel dispatch the request again, from its beginning. Once at most, from any thread; never
  /// blocks.
  virtual void resume() noexcept = 0;
  /// The same on the calling thread, within, or nothing when it has been abandoned. Not for one that is resumed.
  virtual void run_here() noexcept { resume(); }
  /// Answers that it will not be served, with CORBA::NO_RESOURCES (COMPLETED_NO), instead of either.
  virtual void refuse(const char* /*why*/) noexcept {}
  /// The client is gone, or its connection is being closed: the request will not be dispatched again.
  virtual bool is_abandoned() const noexcept = 0;
};

/// A place in which requests wait.
class WaitingPlace {
 public:
  /// The client of one of them is gone, before it was resumed. From any thread, none of whose locks are held.
  virtual void abandoned(const WaitingRequest& request) noexcept = 0;
  /// True if it waits for an executor's thread only: the channel reads on until some requests wait so.
  virtual bool is_executor() const noexcept { return false; }

 protected:
  ~WaitingPlace() = default;
};

/// One request while it is being served. Made by a channel, lives on the serving thread's stack for the length of the
/// upcall, and is used by that thread only. Its reply may outlive it: defer().
class ServerRequest {
 public:
  ServerRequest(const ServerRequest&) = delete;
  ServerRequest& operator=(const ServerRequest&) = delete;

  /// The operation's name as it came; a view into the message.
  std::string_view operation() const noexcept { return operation_; }
  /// The target's object key as it came; a view into the message.
  std::span<const std::byte> object_key() const noexcept { return object_key_; }
  /// False for a oneway: what is replied is then thrown away by the channel.
  bool response_expected() const noexcept { return response_expected_; }
  /// True if the caller waits only until the object has been found: answer_before_upcall() is called then.
  bool waits_for_server() const noexcept { return waits_for_server_; }
  void answer_before_upcall() {
    waits_for_server_ = false;
    answer_now();
    response_expected_ = false;
  }
  RequestWay way() const noexcept { return static_cast<RequestWay>(special_ & way_bits); }
  /// True if it has come as most do, and nobody has to be told when its upcall begins.
  bool is_usual() const noexcept { return special_ == 0; }
  bool is_watched() const noexcept { return (special_ & watched_bit) != 0; }
  /// The path to call the client back, for RequestWay::from_client_to_be_called.
  virtual std::shared_ptr<channel::CallbackPath> callback_path() const { return nullptr; }
  /// The arguments, decoded in place. The views that it gives are valid until the reply is begun.
  cdr::Decoder& arguments() noexcept { return arguments_; }

  /// True if put_aside() may be called.
  virtual bool can_be_put_aside() const noexcept { return false; }
  /// True if it may be put aside to be served by another thread at once, run_here().
  virtual bool can_be_moved() const noexcept { return false; }
  /// Before an argument is read: takes the request away from the calling thread, which then returns without a reply.
  /// It waits at `place`, which is told if the client goes first.
  virtual std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& /*place*/) { return nullptr; }
  /// True if oneways came before it on its connection that wait at `place`, or did and have not been served since.
  virtual bool is_behind_others(const WaitingPlace& /*place*/) const noexcept { return false; }
  /// False if there are no such oneways at all.
  bool may_be_behind_others() const noexcept { return may_be_behind_others_; }

  /// Within the upcall, once the arguments have been read: the reply will be made by what is returned, and the upcall
  /// returns without one. `raises` has the ids of what the operation may raise, and stays. Throws
  /// CORBA::NO_RESOURCES (COMPLETED_NO) when as many requests of the connection have been deferred as may be.
  std::shared_ptr<DeferredRequest> defer(std::span<const std::string_view> raises);
  /// For defer(): takes the reply out of the channel's hands, which from then on sends none by itself. nullptr if it
  /// can't be done. Throws as defer() does.
  virtual std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> /*observer*/) { return nullptr; }
  /// For defer(): what interceptors are told of the request, nullptr if there are none.
  virtual orb::InterceptedRequest* intercepted() noexcept { return nullptr; }

  /// Begins a reply without exception; the results are written to what it returns.
  cdr::Encoder& reply() {
    executed_ = true;
    return begin_reply(ReplyStatus::no_exception);
  }
  /// The same, all of it at once: `results` writes them, and may be called twice. So they can be sent from where they
  /// lie, and while they are being written.
  void reply(ArgumentWriter results) {
    executed_ = true;
    write_reply(results);
  }
  /// True once the upcall has returned or raised a user exception: failures from then on are COMPLETED_YES.
  bool executed() const noexcept { return executed_; }
  /// nullptr for a channel that keeps none.
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
  /// Begins the reply with a status, or begins it again: what had been written before is forgotten.
  virtual cdr::Encoder& begin_reply(ReplyStatus status) = 0;
  /// Begins the reply with a system exception. The client is told `words` too if the protocol has room for them and the
  /// server does not keep such things to itself; empty words tell nothing.
  virtual cdr::Encoder& begin_failure(std::string_view /*words*/) { return begin_reply(ReplyStatus::system_exception); }
  /// For reply(): writes a whole reply without an exception.
  virtual void write_reply(ArgumentWriter results) { results(begin_reply(ReplyStatus::no_exception)); }

  /// The session of the peer that sent it, for caller(); nullptr if nothing is known of that. Lives as long as the
  /// request.
  virtual channel::Session* session() { return nullptr; }

  /// The service contexts that came with the request; empty if the protocol has none.
  virtual std::vector<iop::ServiceContext> service_contexts() const { return {}; }
  /// Without a copy: what of that belongs to traces.
  virtual TraceOctets trace_octets() const noexcept { return {}; }
  /// Sets the service contexts of the reply, from the next begin_reply() on; they have to live until there are others,
  /// or none.
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
    special_ = static_cast<std::uint8_t>((special_ & watched_bit) | static_cast<std::uint8_t>(way));
  }
  /// Makes it as new, for the same operation of the same object, but for what it was made with and the way it came.
  void serve_again(bool response_expected, DispatchMemo* memo) noexcept {
    response_expected_ = response_expected;
    waits_for_server_ = executed_ = may_be_behind_others_ = false;
    special_ &= way_bits;
    memo_ = memo;
  }
  /// The same names as before, where they lie now.
  void names_have_moved(std::string_view operation, std::span<const std::byte> object_key) noexcept {
    operation_ = operation;
    object_key_ = object_key;
  }
  /// Has the ORB say when the upcall begins.
  void watched() noexcept { special_ |= watched_bit; }
  void waits_for_server(bool does) noexcept { waits_for_server_ = does; }
  /// Then nothing is remembered of the object: it is to be looked for in order.
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
  static constexpr std::uint8_t watched_bit = 4;
  std::uint8_t special_ = 0;  // the way, and whether it is watched
  DispatchMemo* memo_;
  cdr::Decoder arguments_;
};

/// One operation of a skeleton: generated, in a table sorted by name.
struct SkeletonEntry {
  std::string_view name;
  /// Reads the arguments, makes the upcall, writes the results. `operations` is the `_operations_type` of the interface
  /// that declares the operation.
  void (*serve)(void* operations, ServerRequest& request);
  /// The ids of what it may raise; any other user exception reaches the caller as CORBA::UNKNOWN.
  std::span<const std::string_view> raises = {};
  /// The base that declares it; nullptr if that is the skeleton's own interface.
  const InterfaceTag* declared_by = nullptr;
};

/// Which interfaces of a servant have an operation, for access rules. Collected by generated code, each interface once
/// or more often.
struct OperationSearch {
  std::string_view operation;
  std::vector<const InterfaceTag*> interfaces = {};  ///< all of the servant, bases too
  std::vector<const InterfaceTag*> having = {};      ///< those of them that declare or inherit the operation

  /// An interface, and its operations with those of its bases, sorted by name.
  void look_in(const InterfaceTag& tag, std::span<const SkeletonEntry> table);
  /// The same by the names of the interface's own operations, after its bases; `before` is how many `having` had before
  /// those.
  void look_behind_bases(const InterfaceTag& tag, std::span<const std::string_view> own, std::size_t before);
};

/// Replies with the user exception that is being handled, if `raises` has its id.
bool reply_if_declared(ServerRequest& request, std::span<const std::string_view> raises,
                       const CORBA::UserException& exception);

/// Serves the request by an entry; a user exception that it names becomes the reply, any other CORBA::UNKNOWN.
/// System exceptions pass through.
void serve_raising(const SkeletonEntry& entry, void* operations, ServerRequest& request);
/// Says in the log that a request has more arguments than its operation, which has been served.
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

/// The entry of that name in a table sorted by name; nullptr when there is none.
const SkeletonEntry* find_among(const SkeletonEntry* begin, const SkeletonEntry* end, std::string_view name) noexcept;
template <std::size_t Size>
[[gnu::always_inline]] inline const SkeletonEntry* find_entry(const SkeletonEntry (&table)[Size],
                                                              std::string_view name) noexcept {
  constexpr std::size_t few = 8;
  if constexpr (Size <= few) {
    // Unequal lengths tell most of a few names apart at no cost.
    for (const SkeletonEntry& entry : table) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  } else {
    return find_among(table, table + Size, name);
  }
}

}  // namespace dimma
