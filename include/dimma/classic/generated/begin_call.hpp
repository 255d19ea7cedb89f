#pragma once
/// Used by a generated stub to begin an asynchronous call. Internal to dimma; applications do not need it.

#include <dimma/classic/ami/reply_handler.hpp>
#include <dimma/classic/generated/call.hpp>

namespace dimma {
namespace classic {

/// The stub's part of an asynchronous call, which owns the arguments. Its functions are called by one thread at a time:
/// write() by the thread that begins the call, and again by a thread of the ORB if the call is sent to another server;
/// the other functions by a thread of the ORB.
class PendingReply {
 public:
  PendingReply() {}
  PendingReply(const PendingReply&) = delete;
  PendingReply& operator=(const PendingReply&) = delete;
  virtual ~PendingReply();

  /// Writes the arguments.
  virtual void write(Output& out) const = 0;
  /// Reads the results. Called before answer().
  virtual void read(Input& in) = 0;
  /// One of these two functions is called once, when the call has ended, unless the handler is nil. Exceptions are
  /// dropped. The holder belongs to the caller.
  virtual void answer() = 0;
  virtual void fail(Messaging::ExceptionHolder* holder) = 0;
  /// Returns true if the handler is nil.
  virtual bool is_unheard() const = 0;
};

/// Owns the reference to the handler, of the interface Handler.
template <class Handler>
class HandledReply : public PendingReply {
 public:
  explicit HandledReply(Handler* handler) : _handler(Handler::_duplicate(handler)) {}
  bool is_unheard() const override { return _handler.in() == nullptr; }

 protected:
  ObjectVar<Handler> _handler;
};

/// Sends the request, after binding the target if it is not bound, and returns. The ORB calls `reply` when the call has
/// ended, and deletes it. Throws what a call throws before its request is sent; `reply` is deleted, but its other
/// functions are not called then. In the build without threads the call has ended when this returns.
void begin_call(const CORBA::Object& target, const Operation& operation, PendingReply* reply);

}  // namespace classic
}  // namespace dimma
