#include "channel/loans.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma::channel {

void require_room(const dimma::LoanArena& arena, std::size_t octets) {
  if (octets <= arena.place_octets()) return;
  throw CORBA::BAD_PARAM(minor::bad_param_loan, CORBA::COMPLETED_NO,
                         "a loan of " + std::to_string(octets) +
                             " octets exceeds the size of the places of loans=pool(n,size), " +
                             std::to_string(arena.place_octets()));
}

std::string state_of(const dimma::LoanArena& arena) {
  const auto numbers = arena.numbers();
  return "pool of " + std::to_string(numbers.places) + ", " + std::to_string(numbers.in_use) +
         " in use by this process or held by the receiver";
}

std::string loans_sent_text(const dimma::LoanArena::Numbers& numbers) {
  return std::to_string(numbers.sent) + " sent in place, " + std::to_string(numbers.copied) + " copied";
}

execution::Usage loans_usage(const dimma::LoanArena::Numbers& numbers) {
  return {numbers.in_use, numbers.in_use_max, numbers.places, numbers.places, numbers.waits, numbers.refusals};
}

void report_loans(std::vector<Fact>& facts, const dimma::LoanArena* arena) {
  if (arena == nullptr || arena->place_octets() == 0) return;
  const auto numbers = arena->numbers();
  add_usage(facts, "loans", loans_usage(numbers), {}, "; " + loans_sent_text(numbers));
}

}  // namespace dimma::channel
