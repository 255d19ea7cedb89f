#pragma once
// How a request ends, as its interceptors see it. Each interceptor may change that for those called after it.

#include "base/sync/sync.hpp"

#include <dimma/generated/function_ref.hpp>
#include <dimma/interceptor.hpp>

#include <exception>
#include <optional>
#include <utility>

namespace dimma::orb {

struct Ending {
  PortableInterceptor::ReplyStatus status = PortableInterceptor::SUCCESSFUL;
  std::exception_ptr failure = {};                         // SYSTEM_EXCEPTION, USER_EXCEPTION, UNKNOWN
  CORBA::object_reference<CORBA::Object> forward_to = {};  // LOCATION_FORWARD
  bool forward_for_good = false;

  static Ending forwarded(CORBA::object_reference<CORBA::Object> to, bool for_good = false) {
    return {.status = PortableInterceptor::LOCATION_FORWARD, .forward_to = std::move(to), .forward_for_good = for_good};
  }
  static Ending retried() { return {.status = PortableInterceptor::TRANSPORT_RETRY}; }
  static Ending raised(std::exception_ptr user_exception) {
    return {.status = PortableInterceptor::USER_EXCEPTION, .failure = std::move(user_exception)};
  }
  // The ending for an exception that is not a declared user exception: UNKNOWN if it is not one of CORBA's. A
  // ForwardRequest of either kind is a forward.
  static Ending failed(std::exception_ptr failure);

  bool is_exception() const noexcept {
    return status == PortableInterceptor::SYSTEM_EXCEPTION || status == PortableInterceptor::USER_EXCEPTION;
  }
  // Returns the exception as an interceptor is told it. An exception that no Any can hold is UNKNOWN.
  CORBA::Any exception() const;
  CORBA::RepositoryId exception_id() const;
};

// Calls an interceptor. Its exception, if any, is how the request ends from then on.
template <class Point>
std::optional<Ending> outcome_of(Point&& point) {
  try {
    std::forward<Point>(point)();
    return std::nullopt;
  } catch (...) {
    return Ending::failed(std::current_exception());
  }
}

// Calls a point that may not forward, as the request has been served: throws UNKNOWN if it does.
void call_without_forward(function_ref<void()> point);

}  // namespace dimma::orb
