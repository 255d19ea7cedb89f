#pragma once
// The steps of connecting to a server: the endpoint to try next, the time for it, and the exception to raise if no
// endpoint answers. Connects nothing: connect() carries out the steps blocking, SharedLink::Opening without blocking.

#include "channel/connect_attempts.hpp"
#include "transport/transports.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>

namespace dimma::iiop {

class ConnectSteps {
 public:
  struct Step {
    transport::Transport& transport;
    const transport::Endpoint& endpoint;
    Deadline until;
  };

  // `transports` and `endpoints` must outlive the steps. `deadline` is the deadline of the call; connecting ends after
  // `limit` even if the call has more time.
  ConnectSteps(const transport::Transports& transports, std::span<const transport::Endpoint> endpoints,
               Deadline deadline, std::chrono::milliseconds limit);

  // Returns the next step. If no endpoint is left, throws with COMPLETED_NO: CORBA::NO_PERMISSION if only the servers'
  // certificates are the cause, CORBA::TIMEOUT if the deadline of the call has passed, otherwise CORBA::TRANSIENT.
  Step next();
  // The last step made no connection. Throws CORBA::TRANSIENT if the transport no longer connects.
  void failed(const transport::Connected& connected);

  // The failures so far, for people: "connect to shm:@...: connection refused".
  const std::string& tried() const noexcept { return tried_; }
  // The end of the time for connecting.
  Deadline until() const noexcept { return until_; }

 private:
  [[noreturn]] void raise_unreached();

  const transport::Transports& transports_;
  const std::span<const transport::Endpoint> endpoints_;
  const Deadline deadline_;
  const Deadline until_;
  channel::ConnectAttempts attempts_;  // over endpoints_
  std::size_t trying_ = 0;
  std::string tried_;
};

}  // namespace dimma::iiop
