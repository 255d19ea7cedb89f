#pragma once
// The work on a call's sequences besides moving their octets. It is the same for all ORBs, and thus part of the lower
// bound of a call's time with such arguments.

#include <cstddef>

namespace bench {

// The time of that work in a call of the Timing example's test_struct_seq, at both ends, in microseconds: the server
// makes two sequences of structs, copies one and destroys the three; the client fills two that exist already. The
// strings are short.
double make_copy_destroy_us(std::size_t elements);

}  // namespace bench
