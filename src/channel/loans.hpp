#pragma once
// The words of every protocol about its places for loaned sequences, in errors and in describe().

#include "base/loan_arena.hpp"
#include "channel/facts.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::channel {

inline constexpr std::string_view loan_place = "place for a loaned sequence";

// Throws CORBA::BAD_PARAM where a place has no room for so many octets.
void require_room(const dimma::LoanArena& arena, std::size_t octets);
// For the exception that says that no place is free: "pool of 4, 4 in use by this process or held by the receiver".
std::string state_of(const dimma::LoanArena& arena);

// Adds to the fact of the plan what is in use of these places; nothing for nullptr.
void report_loans(std::vector<Fact>& facts, const dimma::LoanArena* arena);
std::string loans_sent_text(const dimma::LoanArena::Numbers& numbers);
execution::Usage loans_usage(const dimma::LoanArena::Numbers& numbers);

}  // namespace dimma::channel
