// Waits for a reply in the single-threaded build, and serves requests meanwhile. Their upcalls may call over the same
// connection, and so receive a reply that belongs to another call.

#include "iiop/client/shared/call_slot_lease.hpp"
#include "iiop/client/shared/shared_connection.hpp"

namespace dimma::iiop {

// The innermost wait receives for all outer ones, and leaves their replies in their slots.
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
    } catch (const CORBA::NO_RESOURCES&) {  // nested too deeply; concerns only this call
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
