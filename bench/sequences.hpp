#pragma once
// What is done to the sequences of a call besides moving their octets, whoever does it: a bound beneath which no ORB's
// call with such arguments can be.

#include <cstddef>

namespace bench {

// Of a call of the Timing example's test_struct_seq, at both ends, in microseconds: the server makes two sequences of
// structs, copies one and destroys the three; the client fills two that it has already. The strings are short.
double make_copy_destroy_us(std::size_t elements);

}  // namespace bench
