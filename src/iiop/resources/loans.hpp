#pragma once
// How a channel takes places for loaned sequences.

#include "base/loan_arena.hpp"
#include "iiop/resources/resources.hpp"

namespace dimma::iiop {

// A place for so many octets; ordinary memory where there is no arena (nullptr), or its connection has ended. Throws
// what taking from a pool throws, and CORBA::BAD_PARAM where a place has no room for them.
dimma::LoanBlock take_loan(dimma::LoanArena* arena, std::size_t octets, const Patience& patience, Deadline deadline);

// A place that is free now, if there is an arena and one is; otherwise without memory, and take_loan() has to follow.
dimma::LoanBlock take_free_loan(dimma::LoanArena* arena, std::size_t octets);

}  // namespace dimma::iiop
