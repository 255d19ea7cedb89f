#pragma once
// How a channel takes places for loaned sequences, and what it says of them.

#include "base/loan_arena.hpp"
#include "channel/facts.hpp"
#include "iiop/resources/resources.hpp"

#include <vector>

namespace dimma::iiop {

// A place for so many octets; ordinary memory where there is no arena (nullptr), or its connection has ended. Throws
// what taking from a pool throws, and CORBA::BAD_PARAM where a place has no room for them.
dimma::LoanBlock take_loan(dimma::LoanArena* arena, std::size_t octets, const Patience& patience,
                           transport::Deadline deadline);

// Adds to the fact of the plan what is in use of these places; nothing for nullptr.
void report_loans(std::vector<channel::Fact>& facts, const dimma::LoanArena* arena);
std::string loans_sent_text(const dimma::LoanArena::Numbers& numbers);
qos::Usage loans_usage(const dimma::LoanArena::Numbers& numbers);

}  // namespace dimma::iiop
