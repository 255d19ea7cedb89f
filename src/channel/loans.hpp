#pragma once
// The text about places for loaned sequences, in errors and in describe(), which is the same for every protocol.

#include "base/loan_arena.hpp"
#include "channel/facts.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::channel {

inline constexpr std::string_view loan_place = "place for a loaned sequence";

// Throws CORBA::BAD_PARAM if a place has no room for that many octets.
void require_room(const dimma::LoanArena& arena, std::size_t octets);
// The text for an exception that no place is free: "pool of 4, 4 in use by this process or held by the receiver".
std::string state_of(const dimma::LoanArena& arena);

// Adds the usage of these places to the fact of the plan. Does nothing for nullptr.
void report_loans(std::vector<Fact>& facts, const dimma::LoanArena* arena);
std::string loans_sent_text(const dimma::LoanArena::Numbers& numbers);
execution::Usage loans_usage(const dimma::LoanArena::Numbers& numbers);

}  // namespace dimma::channel
