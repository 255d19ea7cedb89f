#include "iiop/client/connection/connect_steps.hpp"

#include "base/deadline.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::iiop {

ConnectSteps::ConnectSteps(const transport::Transports& transports, std::span<const transport::Endpoint> endpoints,
                           Deadline deadline, std::chrono::milliseconds limit)
    : transports_(transports),
      endpoints_(endpoints),
      deadline_(deadline),
      until_(std::min(deadline, Clock::now() + limit)),
      attempts_(endpoints.size(), until_) {}

ConnectSteps::Step ConnectSteps::next() {
  while (const auto attempt = attempts_.next(Clock::now())) {
    trying_ = attempt->address;
    const auto& endpoint = endpoints_[trying_];
    if (auto* const transport = transports_.find(endpoint.transport)) return {*transport, endpoint, attempt->until};
  }
  raise_unreached();
}

void ConnectSteps::failed(const transport::Connected& connected) {
  if (!tried_.empty()) tried_ += "; ";
  tried_ += connected.detail;
  attempts_.failed(connected.result);
  if (connected.result.status == transport::Status::timeout) {
    attempts_.was_silent(trying_, Clock::now());
  } else if (connected.result.status == transport::Status::closed) {
    throw CORBA::TRANSIENT(minor::transient_connect_failed, CORBA::COMPLETED_NO, tried_);
  }
}

void ConnectSteps::raise_unreached() {
  if (attempts_.are_certificates_refused()) {
    throw CORBA::NO_PERMISSION(minor::no_permission_certificate, CORBA::COMPLETED_NO, tried_);
  }
  if (tried_.empty()) tried_ = "the reference has no usable address";
  if (passed(deadline_)) {
    throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO, "no connection before the deadline: " + tried_);
  }
  if (attempts_.is_nobody_there()) tried_ += "; no server listens there: it has ended, or has another address";
  throw CORBA::TRANSIENT(minor::transient_connect_failed, CORBA::COMPLETED_NO, tried_);
}

}  // namespace dimma::iiop
