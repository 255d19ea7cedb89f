// How a client waits for its reply in the single-threaded build: serving those who call this process meanwhile, who may
// call out themselves on the same connection, and read what is another's.

#include "iiop/client/client_connection.hpp"
#include "transport/loop.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

Incoming ClientConnection::receive(transport::Deadline deadline) {
  while (!has_message()) await_more(deadline);
  return received();
}

// Others may be served meanwhile only as long as nothing of a message has been decoded.
Incoming ClientConnection::receive_streaming(transport::Deadline deadline) { return receive(deadline); }

std::optional<Incoming> ClientConnection::receive_unless(function_ref<bool()> done, transport::Deadline deadline) {
  while (!has_message()) {
    if (done()) return std::nullopt;
    await_more(deadline);
  }
  return received();
}

void ClientConnection::await_more(transport::Deadline deadline) {
  switch (transport::Loop::instance().await(*stream_, deadline)) {
    case transport::Loop::Awaited::receive:
      receive_more(deadline);
      break;
    case transport::Loop::Awaited::served:
      break;
    case transport::Loop::Awaited::too_deep:
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_MAYBE,
                                with_peer("no reply, and " + std::to_string(transport::Loop::depth_max) +
                                          " calls wait upon each other on the only thread"));
    case transport::Loop::Awaited::timeout:
      throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_MAYBE, with_peer("no reply before the deadline"));
  }
}

}  // namespace dimma::iiop
