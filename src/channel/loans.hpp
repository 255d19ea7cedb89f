#pragma once
// Texts about the places for loaned sequences, in errors and in describe(). They are the same for every protocol.

#include "base/loan_arena.hpp"
#include "channel/facts.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::channel {

inline constexpr std::string_view loan_place = "place for a loaned sequence";

// Throws CORBA::BAD_PARAM if a place is smaller than `octets`.
void require_room(const dimma::LoanArena& arena, std::size_t octets);
// Returns the text for the exception thrown if no place is free: "pool of 4, 4 in use by this process or held by the
// receiver".
std::string state_of(const dimma::LoanArena& arena);

// Adds the usage of the arena's places to the fact "loans". No-op if `arena` is nullptr or has no places.
void report_loans(std::vector<Fact>& facts, const dimma::LoanArena* arena);
std::string loans_sent_text(const dimma::LoanArena::Numbers& numbers);
execution::Usage loans_usage(const dimma::LoanArena::Numbers& numbers);

}  // namespace dimma::channel
