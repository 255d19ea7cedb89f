#pragma once
// Finds the places of loaned sequences in a message without knowing its types. Each place is recognised by its arena's
// random 64-bit number, so a false match has a probability of 2^-64 for each position. The whole message is searched,
// which is done only for messages that will not be read.

#include <bit>
#include <cstddef>
#include <span>

namespace dimma {
class LoanArena;
}

namespace dimma::cdr {

// Called by the sender for a message that is not sent: takes back the places that it offers. `body` must begin at an
// offset of the encoded octets that is a multiple of 8.
void withdraw_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;
// Called by the receiver for a message that is dropped: gives back the places that have not been claimed.
void give_back_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;

}  // namespace dimma::cdr
