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

/// A request whose reply is still to come. Thread safe.
///
/// Until it is replied to, the request is in progress for everything that counts requests: its object, its POA and
/// POAManager, its connection, interceptors, the ORB's shutdown. If the last reference is released without a reply,
/// CORBA::NO_RESPONSE is sent.
class DeferredRequest {
 public:
  DeferredRequest(const DeferredRequest&) = delete;
  DeferredRequest& operator=(const DeferredRequest&) = delete;
  virtual ~DeferredRequest() = default;

  /// Replies with the results that `results` writes, which may be called twice. The first reply counts, later ones are
  /// ignored, as in fail(). Interceptors and a servant locator's postinvoke run within, and the calling thread sends
  /// the reply.
  virtual void reply(ArgumentWriter results) noexcept = 0;
  /// The same, for results that may contain places of memory that the client has too.
  virtual void reply_with_loans(ArgumentWriter results) noexcept = 0;
  /// Returns the memory of such results; nullptr if there is none, or after the reply.
  virtual std::shared_ptr<LoanArena> loans() const noexcept = 0;
  /// Replies with an exception: a user exception that the operation declares, any system exception, and CORBA::UNKNOWN
  /// for any other, which is written to the log. nullptr means CORBA::NO_RESPONSE.
  virtual void fail(std::exception_ptr failure) noexcept = 0;

  /// Has `call` called once the client no longer waits for the reply: its connection has ended, or it has cancelled the
  /// request. At most once, by the thread that notices; at once if that has happened already; not after the reply. It
  /// must not block. The last function that was set counts.
  virtual void when_cancelled(std::function<void()> call) = 0;
  virtual bool is_cancelled() const noexcept = 0;

 protected:
  DeferredRequest() = default;
};

/// Receives events of a request whose reply was detached from its channel.
class DetachedObserver {
 public:
  /// The client no longer waits for the reply. Called at most once, by any thread, without locks held.
  virtual void abandoned() noexcept = 0;

 protected:
  ~DetachedObserver() = default;
};

/// The channel's part of a reply that was detached from its ServerRequest.
class DetachedReply {
 public:
  virtual ~DetachedReply() = default;
  /// Calls `serve` with a request to which the reply is to be written, and sends it; the request has then ended for the
  /// channel. To be called exactly once, by any thread. `serve` throws nothing.
  virtual void complete(function_ref<void(ServerRequest&)> serve) noexcept = 0;
  /// Returns the memory for loaned results that the client has too; nullptr if there is none.
  virtual std::shared_ptr<LoanArena> loans() const noexcept { return nullptr; }
};

}  // namespace dimma
