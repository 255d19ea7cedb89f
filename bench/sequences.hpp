#pragma once
// The work on a call's sequences besides moving their octets, which is the same for all ORBs: none can be faster with
// such arguments.

#include <cstddef>

namespace bench {

// The time of that work in a call of the Timing example's test_struct_seq, at both ends, in microseconds: the server
// makes two sequences of structs, copies one and destroys the three; the client fills two that it has already. The
// strings are short.
double make_copy_destroy_us(std::size_t elements);

}  // namespace bench
