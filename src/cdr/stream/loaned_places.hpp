#pragma once
// The places of loaned sequences that a message says, for who does not know its types. They are found by the number of
// their arena, which nothing else in a message has but by a chance of one in 2^64; so all of a message is looked at,
// and that is done for messages that nobody will read.

#include <bit>
#include <cstddef>
#include <span>

namespace dimma {
class LoanArena;
}

namespace dimma::cdr {

// At the sender, of a message that does not go: takes back what it offers. `body` begins at a multiple of 8 octets of
// what was encoded.
void withdraw_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;
// At the receiver, of a message that it drops: gives back what nobody has claimed.
void give_back_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;

}  // namespace dimma::cdr
