#pragma once
// The places of loaned sequences that a message names, for code that does not know its types. They are found by the
// number of their arena, which other octets equal only by a chance of one in 2^64. To find them, the whole message is
// searched, and that is done only for messages that nobody will read.

#include <bit>
#include <cstddef>
#include <span>

namespace dimma {
class LoanArena;
}

namespace dimma::cdr {

// At the sender, for a message that is not sent: takes back what it offers. `body` begins at a multiple of 8 octets in
// what was encoded.
void withdraw_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;
// At the receiver, for a message that it drops: gives back what nobody has claimed.
void give_back_places(std::span<const std::byte> body, std::endian order, LoanArena& arena) noexcept;

}  // namespace dimma::cdr
