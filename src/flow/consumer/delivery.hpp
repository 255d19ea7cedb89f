#pragma once
// Delivers a message to its servant.

#include "base/loan_arena.hpp"
#include "cdr/stream/loaned_places.hpp"
#include "channel/channel.hpp"
#include "flow/consumer/receiver.hpp"

namespace dimma::flow {

// Makes the upcall, and counts the outcome in the flow. Does not throw. The message arrived at `socket`; `loans` is the
// memory of its loaned sequences.
void deliver(channel::Dispatcher& dispatcher, const transport::DatagramSocket& socket, FlowIdentity& flow,
             std::string_view operation, OctetView body, std::endian order,
             const std::shared_ptr<dimma::LoanArena>& loans, DispatchMemo& memo);

// Gives the places of a message's loaned sequences back to the producer. Called for a message that no servant reads.
inline void give_back_loans(OctetView body, std::endian order,
                            const std::shared_ptr<dimma::LoanArena>& loans) noexcept {
  if (loans) cdr::give_back_places(body, order, *loans);
}

}  // namespace dimma::flow
