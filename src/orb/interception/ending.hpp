#pragma once
// The outcome of a request, as its interceptors see it. Each interceptor may change the outcome for the interceptors
// that are called after it.

#include "base/sync/sync.hpp"

#include <dimma/generated/function_ref.hpp>
#include <dimma/interceptor.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace dimma::orb {

struct Ending {
  PortableInterceptor::ReplyStatus status = PortableInterceptor::SUCCESSFUL;
  std::exception_ptr failure = {};                         // for SYSTEM_EXCEPTION, USER_EXCEPTION and UNKNOWN
  CORBA::object_reference<CORBA::Object> forward_to = {};  // for LOCATION_FORWARD
  bool forward_for_good = false;

  static Ending forwarded(CORBA::object_reference<CORBA::Object> to, bool for_good = false) {
    return {.status = PortableInterceptor::LOCATION_FORWARD, .forward_to = std::move(to), .forward_for_good = for_good};
  }
  static Ending retried() { return {.status = PortableInterceptor::TRANSPORT_RETRY}; }
  static Ending raised(std::exception_ptr user_exception) {
    return {.status = PortableInterceptor::USER_EXCEPTION, .failure = std::move(user_exception)};
  }
  // Returns the ending for an exception that is not a declared user exception. An exception that is not a CORBA
  // exception becomes UNKNOWN, and a ForwardRequest of either kind becomes a forward.
  static Ending failed(std::exception_ptr failure);

  bool is_exception() const noexcept {
    return status == PortableInterceptor::SYSTEM_EXCEPTION || status == PortableInterceptor::USER_EXCEPTION;
  }
  // Returns the exception in the form for interceptors. An exception that an Any cannot hold becomes UNKNOWN.
  CORBA::Any exception() const;
  CORBA::RepositoryId exception_id() const;
};

// Calls an interceptor. Returns the new ending of the request if the interceptor throws, or nullopt.
template <class Point>
std::optional<Ending> outcome_of(Point&& point) {
  try {
    std::forward<Point>(point)();
    return std::nullopt;
  } catch (...) {
    return Ending::failed(std::current_exception());
  }
}

// Calls an interception point that must not forward, because the request has been served. Throws UNKNOWN if it
// forwards.
void call_without_forward(function_ref<void()> point);

}  // namespace dimma::orb
