#pragma once
// How a channel takes places for loaned sequences.

#include "base/loan_arena.hpp"
#include "iiop/resources/resources.hpp"

namespace dimma::iiop {

// Returns a place for that many octets, or ordinary memory if there is no arena (nullptr) or its connection has ended.
// Throws what taking from a pool throws, and CORBA::BAD_PARAM if a place has no room for them.
dimma::LoanBlock take_loan(dimma::LoanArena* arena, std::size_t octets, const Patience& patience, Deadline deadline);

// Returns a place that is free now, if any. Otherwise returns a block without memory, and take_loan() has to follow.
dimma::LoanBlock take_free_loan(dimma::LoanArena* arena, std::size_t octets);

}  // namespace dimma::iiop
