#pragma once
// Takes places for loaned sequences on behalf of a channel.

#include "base/loan_arena.hpp"
#include "iiop/resources/resources.hpp"

namespace dimma::iiop {

// Returns a place for `octets` octets, or ordinary memory if `arena` is nullptr or its connection has ended. Throws
// what taking from a pool throws, and CORBA::BAD_PARAM if a place is too small.
dimma::LoanBlock take_loan(dimma::LoanArena* arena, std::size_t octets, const Patience& patience, Deadline deadline);

// Returns a place that is free now. If there is none, returns a block without memory, and take_loan() has to follow.
dimma::LoanBlock take_free_loan(dimma::LoanArena* arena, std::size_t octets);

}  // namespace dimma::iiop
