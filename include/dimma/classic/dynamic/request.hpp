#pragma once
/// CORBA::Request (CORBA 3.3 part 1, 11.2; formal/2012-07-02, "Request"): calls for which no stub was compiled.
///
///   CORBA::Request_var request = object->_request("join");
///   request->add_in_arg() <<= "a";
///   request->add_out_arg() <<= "";                    // a value of the type to receive
///   request->set_return_type(CORBA::_tc_string);
///   request->invoke();
///   const char* joined;
///   request->return_value() >>= joined;

#include <dimma/classic/any_exceptions.hpp>
#include <dimma/classic/dynamic/context.hpp>
#include <dimma/classic/dynamic/environment.hpp>
#include <dimma/classic/dynamic/lists.hpp>
#include <dimma/classic/dynamic/named_values.hpp>
#include <dimma/classic/object.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// A call that is made once. Made by Object::_request and Object::_create_request. Calls to objects of this process go
/// through a channel, like any other. All pointers and references that the functions return belong to the request.
///
/// A call that fails leaves its exception in env(), and throws it. A user exception that is in exceptions() becomes an
/// UnknownUserException, any other UNKNOWN. In a program that includes <omniORB4/CORBA.h>, the exception is only in
/// env(), as with omniORB.
///
/// invoke(), send_oneway() and send_deferred() throw BAD_PARAM, which names the argument, if an argument has no value
/// to send or no type to receive, and BAD_INV_ORDER (OMG minor 10) the second time.
class Request : public PseudoObject {
 public:
  DIMMA_CLASSIC_PSEUDO_OBJECT(Request)

  /// The object to call, and the operation's name as it is sent: `_get_count` to read the attribute count.
  virtual Object_ptr target() const = 0;
  virtual const char* operation() const = 0;
  /// The arguments and the result. After the call they have the values received.
  virtual NVList_ptr arguments() = 0;
  virtual NamedValue_ptr result() = 0;
  /// The outcome of the call.
  virtual Environment_ptr env() = 0;
  /// The user exceptions that the call expects.
  virtual ExceptionList_ptr exceptions() = 0;
  /// The properties of ctx() that are sent after the arguments, for an operation with a `context` clause. Nothing is
  /// sent if the list is empty; without a context, no properties are.
  virtual ContextList_ptr contexts() = 0;
  virtual Context_ptr ctx() const = 0;
  virtual void ctx(Context_ptr context) = 0;

  /// Add an argument, and return its value, to be filled in. For an out argument, the value's type is the one to
  /// receive.
  virtual Any& add_in_arg() = 0;
  virtual Any& add_in_arg(const char* name) = 0;
  virtual Any& add_inout_arg() = 0;
  virtual Any& add_inout_arg(const char* name) = 0;
  virtual Any& add_out_arg() = 0;
  virtual Any& add_out_arg(const char* name) = 0;
  /// Sets the type of the result; void if it is not called. Throws BAD_TYPECODE for nil.
  virtual void set_return_type(TypeCode_ptr type) = 0;
  virtual Any& return_value() = 0;

  /// Calls, and waits for the reply.
  virtual void invoke() = 0;
  /// Sends the request without asking for a reply.
  virtual void send_oneway() = 0;
  /// Sends the request without waiting for the reply. The reply is read by poll_response() or get_response(), on the
  /// thread that calls it. If the request is released before, the reply is ignored. In the build without threads the
  /// reply has been read when this returns.
  virtual void send_deferred() = 0;
  /// Returns true if the reply has arrived; it has then been read, and env() is set. Never blocks. Throws
  /// BAD_INV_ORDER: OMG minor 11 before send_deferred(), 12 after get_response(), 13 after invoke() or send_oneway().
  virtual Boolean poll_response() = 0;
  /// Waits for the reply of a deferred call. Throws BAD_INV_ORDER like poll_response().
  virtual void get_response() = 0;

 protected:
  Request() {}
  ~Request() override;
};

/// For the library and the headers of other ORBs: makes all calls of the process leave their exceptions in env(), and
/// not throw them. Returns true.
bool keep_exceptions_in_environments();

/// Several requests, for ORB::send_multiple_requests_deferred and the like.
typedef SequenceVar<RequestSeq> RequestSeq_var;

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
