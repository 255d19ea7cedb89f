#pragma once
/// The operations of CORBA::ORB for dynamic calls (CORBA 3.3 part 1, 8.5.1; formal/2012-07-02, 4.38).

#include <dimma/classic/object.hpp>

namespace dimma {
namespace classic {
namespace CORBA {

/// A base of CORBA::ORB, by which applications call these operations. Thread-safe.
class OrbDynamicCalls {
 public:
  /// Make the parts of a dynamic call (<dimma/classic/dynamic/request.hpp>), which the caller releases. They may be
  /// called at any time. A list begins with `count` elements without names and values, whose flags are 0.
  void create_list(Long count, NVList_out list);
  void create_named_value(NamedValue_out value);
  void create_exception_list(ExceptionList_out list);
  void create_context_list(ContextList_out list);
  void create_environment(Environment_out environment);
  /// Returns the context without a parent, which is the same for the whole process. The caller releases it.
  void get_default_context(Context_out context);

  typedef CORBA::RequestSeq RequestSeq;
  /// Send each of the requests, by its send_oneway() or send_deferred(). The exception of a request that cannot be sent
  /// is left in its env(); one that has been sent before throws BAD_INV_ORDER (OMG minor 10).
  void send_multiple_requests_oneway(const RequestSeq& requests);
  void send_multiple_requests_deferred(const RequestSeq& requests);
  /// Return true if the reply of one of the requests of send_multiple_requests_deferred has arrived; wait for one, and
  /// return its request, which the caller releases. Its get_response() throws the exception that env() has. Both throw
  /// BAD_INV_ORDER (OMG minor 11) if all requests have been returned.
  Boolean poll_next_response();
  void get_next_response(Request_out request);

 protected:
  OrbDynamicCalls() {}
  ~OrbDynamicCalls() {}
};

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
