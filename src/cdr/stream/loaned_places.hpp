#pragma once
// The places of loaned sequences that a message names, for code that does not know its types. They are found by the
// number of their arena, which other octets equal only with a probability of one in 2^64. The whole message is searched
// for them, and only if it is a message that will not be read.

#include <bit>
#include <cstddef>
#include <span>

namespace dimma {
class LoanArena;
}

namespace dimma::cdr {

// For a message that is not sent, at the sender: takes back the places that it offers. `body` begins at a multiple of 8
// octets in the encoded octets.
void withdraw_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;
// For a message that is dropped, at the receiver: gives back the places that have not been claimed.
void give_back_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;

}  // namespace dimma::cdr
