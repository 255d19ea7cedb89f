#include "iiop/resources/loans.hpp"

#include "channel/loans.hpp"

#include <optional>

namespace dimma::iiop {

namespace {

using dimma::LoanArena;
using dimma::LoanBlock;

// Adapts a LoanArena to the interface that take() expects.
struct Places {
  using Taken = std::optional<LoanBlock>;

  LoanArena& arena;
  const std::size_t octets;

  Taken take_free() const {
    if (arena.closed()) return LoanBlock(octets);
    return taken(arena.take());
  }
  Taken take_until(Deadline deadline) const {
    arena.count_wait();
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

}  // namespace

LoanBlock take_loan(LoanArena* arena, std::size_t octets, const Patience& patience, Deadline deadline) {
  if (arena == nullptr || arena->place_octets() == 0 || octets == 0) return LoanBlock(octets);
  channel::require_room(*arena, octets);
  const Places places{*arena, octets};
  auto taken = take(places, patience, deadline, channel::loan_place, [&] { return channel::state_of(*arena); });
  return std::move(*taken);
}

LoanBlock take_free_loan(LoanArena* arena, std::size_t octets) {
  if (arena == nullptr || octets == 0 || octets > arena->place_octets() || arena->closed()) return {};
  return arena->take();
}

}  // namespace dimma::iiop
