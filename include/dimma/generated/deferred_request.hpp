#pragma once
/// Used by a generated skeleton to reply to a request after its operation function has returned. Internal to dimma; an
/// application uses <dimma/deferred_reply.hpp>.

#include <dimma/generated/operation.hpp>

#include <exception>
#include <functional>
#include <memory>

namespace dimma {

class LoanArena;
class ServerRequest;

/// A request whose reply is pending. Thread-safe.
///
/// Until the reply, the request counts as in progress everywhere: for its object, its POA and POAManager, its
/// connection, interceptors, and the ORB's shutdown. If the last reference is released without a reply,
/// CORBA::NO_RESPONSE is sent.
class DeferredRequest {
 public:
  DeferredRequest(const DeferredRequest&) = delete;
  DeferredRequest& operator=(const DeferredRequest&) = delete;
  virtual ~DeferredRequest() = default;

  /// Replies with the results that `results` writes; `results` may be called twice. The first reply counts; later ones
  /// are ignored, as in fail(). Interceptors and a servant locator's postinvoke run within this call, and the calling
  /// thread sends the reply.
  virtual void reply(ArgumentWriter results) noexcept = 0;
  /// Like reply(), for results that may contain places in memory shared with the client.
  virtual void reply_with_loans(ArgumentWriter results) noexcept = 0;
  /// Returns the memory for such places; nullptr if there is none, and after the reply.
  virtual std::shared_ptr<LoanArena> loans() const noexcept = 0;
  /// Replies with an exception: a user exception that the operation declares, or any system exception. Any other
  /// exception is sent as CORBA::UNKNOWN and logged, nullptr as CORBA::NO_RESPONSE.
  virtual void fail(std::exception_ptr failure) noexcept = 0;

  /// Sets a function to call when the client no longer waits for the reply, because its connection has ended or it has
  /// cancelled the request. The function is called at most once, by the thread that notices this, at once if it has
  /// already happened, and never after the reply. It must not block. The last function set counts.
  virtual void when_cancelled(std::function<void()> call) = 0;
  virtual bool is_cancelled() const noexcept = 0;

 protected:
  DeferredRequest() = default;
};

/// Receives the events of a request whose reply has been detached from its channel.
class DetachedObserver {
 public:
  /// Called when the client no longer waits for the reply: at most once, by any thread, without locks held.
  virtual void abandoned() noexcept = 0;

 protected:
  ~DetachedObserver() = default;
};

/// The channel's part of a reply that has been detached from its ServerRequest.
class DetachedReply {
 public:
  virtual ~DetachedReply() = default;
  /// Calls `serve` with a request into which the reply is to be written, and sends the reply; for the channel the
  /// request has then ended. Called exactly once, by any thread. `serve` does not throw.
  virtual void complete(function_ref<void(ServerRequest&)> serve) noexcept = 0;
  /// Returns the memory for loaned results that is shared with the client; nullptr if there is none.
  virtual std::shared_ptr<LoanArena> loans() const noexcept { return nullptr; }
};

}  // namespace dimma
