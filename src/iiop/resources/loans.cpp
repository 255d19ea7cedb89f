#include "iiop/resources/loans.hpp"

#include <dimma/minor.hpp>

#include <optional>
#include <string>

namespace dimma::iiop {

namespace {

using dimma::LoanArena;
using dimma::LoanBlock;

// In the terms of take().
struct Places {
  using Taken = std::optional<LoanBlock>;

  LoanArena& arena;
  const std::size_t octets;

  Taken take_free() const {
    if (arena.closed()) return LoanBlock(octets);
    return taken(arena.take());
  }
  Taken take_until(transport::Deadline deadline) const {
    auto block = taken(arena.take_until(deadline));
    if (!block && arena.closed()) return LoanBlock(octets);
    if (!block) arena.count_refusal();
    return block;
  }
  void count_refusal() const noexcept { arena.count_refusal(); }
  static bool closed() noexcept { return false; }

 private:
  static Taken taken(LoanBlock block) { return block.data() == nullptr ? Taken() : Taken(std::move(block)); }
};

std::string state_of(const LoanArena& arena) {
  const auto numbers = arena.numbers();
  return "pool of " + std::to_string(numbers.places) + ", " + std::to_string(numbers.in_use) +
         " in use by this process or held by the server";
}

}  // namespace

LoanBlock take_loan(LoanArena* arena, std::size_t octets, const Patience& patience, transport::Deadline deadline) {
  if (arena == nullptr || arena->place_octets() == 0 || octets == 0) return LoanBlock(octets);
  if (octets > arena->place_octets()) {
    throw CORBA::BAD_PARAM(minor::bad_param_loan, CORBA::COMPLETED_NO,
                           "a loan of " + std::to_string(octets) +
                               " octets, where the places of loans=pool(n,size) have " +
                               std::to_string(arena->place_octets()));
  }
  const Places places{*arena, octets};
  auto taken = take(places, patience, deadline, "place for a loaned sequence", [&] { return state_of(*arena); });
  return std::move(*taken);
}

std::string loans_sent_text(const LoanArena::Numbers& numbers) {
  return std::to_string(numbers.sent) + " sent where they lie, " + std::to_string(numbers.copied) + " copied";
}

qos::Usage loans_usage(const LoanArena::Numbers& numbers) {
  return {numbers.in_use, numbers.in_use_max, numbers.places, numbers.places, numbers.waits, numbers.refusals};
}

void report_loans(std::vector<channel::Fact>& facts, const LoanArena* arena) {
  if (arena == nullptr || arena->place_octets() == 0) return;
  const auto numbers = arena->numbers();
  channel::add_usage(facts, "loans", loans_usage(numbers), {}, "; " + loans_sent_text(numbers));
}

}  // namespace dimma::iiop
