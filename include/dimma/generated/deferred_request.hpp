#pragma once
/// Used by a generated skeleton to reply to a request after its operation function has returned. dimma's own; an
/// application uses <dimma/deferred_reply.hpp>.

#include <dimma/generated/operation.hpp>

#include <exception>
#include <functional>
#include <memory>

namespace dimma {

class LoanArena;
class ServerRequest;

/// A request whose reply is still to come. Any thread may use it at any time.
///
/// Until it is replied to, the request is in progress for everything that counts requests: its object, its POA and
/// POAManager, its connection, interceptors, the ORB's shutdown. The one who lets go of the last reference without a
/// reply has CORBA::NO_RESPONSE sent.
class DeferredRequest {
 public:
  DeferredRequest(const DeferredRequest&) = delete;
  DeferredRequest& operator=(const DeferredRequest&) = delete;
  virtual ~DeferredRequest() = default;

  /// Replies with what `results` writes, which may be called twice. The first reply counts, later ones are ignored, as
  /// in fail(). Interceptors and a servant locator's postinvoke run within, and the reply is sent from the calling
  /// thread.
  virtual void reply(ArgumentWriter results) noexcept = 0;
  /// The same, for results some of which may lie in memory that the client has too.
  virtual void reply_with_loans(ArgumentWriter results) noexcept = 0;
  /// The memory of such results; nullptr if there is none, or after the reply.
  virtual std::shared_ptr<LoanArena> loans() const noexcept = 0;
  /// Replies with an exception: a user exception that the operation declares, any system exception, and CORBA::UNKNOWN
  /// for anything else, of which the log tells. nullptr stands for CORBA::NO_RESPONSE.
  virtual void fail(std::exception_ptr failure) noexcept = 0;

  /// Has `call` called once its client waits no more for the reply: its connection has ended, or it has cancelled the
  /// request. At most once, by the thread that notices, at once if it is so already, and not after the reply. It must
  /// not block. The last function given counts.
  virtual void when_cancelled(std::function<void()> call) = 0;
  virtual bool is_cancelled() const noexcept = 0;

 protected:
  DeferredRequest() = default;
};

/// Told by a channel of events of a request whose reply it has detached.
class DetachedObserver {
 public:
  /// The client waits no more for the reply. Once at most, by any thread, none of whose locks are held.
  virtual void abandoned() noexcept = 0;

 protected:
  ~DetachedObserver() = default;
};

/// The reply of a request that the channel's own ServerRequest has left, as its channel keeps it.
class DetachedReply {
 public:
  virtual ~DetachedReply() = default;
  /// Calls `serve` with a request that the reply is to be written to, and sends what has been written; then the request
  /// has ended for the channel. To be called exactly once, by any thread. `serve` throws nothing.
  virtual void complete(function_ref<void(ServerRequest&)> serve) noexcept = 0;
  /// The memory for loaned results that the client has too; nullptr if there is none.
  virtual std::shared_ptr<LoanArena> loans() const noexcept { return nullptr; }
};

}  // namespace dimma
