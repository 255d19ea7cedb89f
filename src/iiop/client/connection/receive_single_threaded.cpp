// Receives the replies of a connection in the single-threaded build, and serves requests while it waits.

#include "iiop/client/connection/client_connection.hpp"
#include "reactor/loop.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

Incoming ClientConnection::receive(Deadline deadline) {
  while (!has_message()) await_more(deadline);
  return received();
}

// Does not return a part of a message, because other requests must not be served once decoding has begun.
Incoming ClientConnection::receive_streaming(Deadline deadline) { return receive(deadline); }

std::optional<Incoming> ClientConnection::receive_unless(function_ref<bool()> done, Deadline deadline) {
  while (!has_message()) {
    if (done()) return std::nullopt;
    await_more(deadline);
  }
  return received();
}

void ClientConnection::await_more(Deadline deadline) {
  switch (reactor::Loop::instance().await(*stream_, deadline)) {
    case reactor::Loop::Awaited::receive:
      receive_more(deadline);
      break;
    case reactor::Loop::Awaited::readable:
      receive_what_is_there();
      break;
    case reactor::Loop::Awaited::served:
      break;
    case reactor::Loop::Awaited::too_deep:
      throw CORBA::NO_RESOURCES(
          minor::no_resources_exhausted, CORBA::COMPLETED_MAYBE,
          with_peer("no reply: " + std::to_string(reactor::Loop::depth_max) + " nested calls wait on the only thread"));
    case reactor::Loop::Awaited::timeout:
      throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_MAYBE, with_peer("no reply before the deadline"));
  }
}

// May receive nothing: TLS returns no octets before a record is complete.
void ClientConnection::receive_what_is_there() {
  const auto result = stream_->receive(reader_.space(), no_wait);
  if (result) {
    reader_.received(result.octets);
  } else if (result.status != transport::Status::timeout) {
    cannot_receive(result, CORBA::COMPLETED_MAYBE);
  }
}

}  // namespace dimma::iiop
