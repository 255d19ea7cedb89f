// How a client waits for its reply in the single-threaded build: it serves requests meanwhile. Their upcalls may make
// calls on the same connection, and so read a reply that is another call's.

#include "iiop/client/call_slot_lease.hpp"
#include "iiop/client/client_connection.hpp"
#include "iiop/client/shared_connection.hpp"
#include "reactor/loop.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

Incoming ClientConnection::receive(Deadline deadline) {
  while (!has_message()) await_more(deadline);
  return received();
}

// Other requests may be served meanwhile only as long as nothing of a message has been decoded.
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

// May receive nothing: TLS gives no octets before a record is complete.
void ClientConnection::receive_what_is_there() {
  const auto result = stream_->receive(reader_.space(), no_wait);
  if (result) {
    reader_.received(result.octets);
  } else if (result.status != transport::Status::timeout) {
    cannot_receive(result, CORBA::COMPLETED_MAYBE);
  }
}

// The innermost wait reads for all outer ones, and leaves their replies in their slots.
Incoming SharedConnection::await_reply(CallSlotLease& call, const ChannelTarget& target, Deadline deadline) {
  auto& slot = call.slot();
  if (slot.state == State::sending) slot.state = State::waiting;
  while (slot.state == State::waiting) {
    std::optional<Incoming> message;
    std::uint32_t id = 0;
    try {
      message = connection_.receive_unless([&slot] { return slot.state != State::waiting; }, deadline);
      if (message) id = request_id_of(*message);
    } catch (const CORBA::TIMEOUT&) {
      give_up(slot, target);
      throw;
    } catch (const CORBA::NO_RESOURCES&) {  // too deep: of this call alone
      give_up(slot, target);
      throw;
    } catch (...) {
      fail_all(std::current_exception());
      throw;
    }
    if (!message) continue;
    if (id == slot.request_id()) return *message;
    deliver(*message, id);
  }
  if (slot.state == State::failed) std::rethrow_exception(slot.failure);
  call.delivered = true;
  return {slot.reply_header, *slot.reply};
}

}  // namespace dimma::iiop
