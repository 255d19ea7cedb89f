#pragma once
// The memory for loaned sequences that two processes share: places of one size, of which each end has some to send
// from.
//
// The end that sends from a place takes it, offers it in a message, and has it again when the other end, which claims
// it when it reads the message, has let go. Until it is claimed an offer can be taken back. docs/inside/architecture.md
// ("Loaned sequences") follows a loan from end to end.

#include "base/sync/sync.hpp"

#include <dimma/loaned.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma {

// Any thread may call.
class LoanArena {
 public:
  LoanArena(const LoanArena&) = delete;
  LoanArena& operator=(const LoanArena&) = delete;
  virtual ~LoanArena() = default;

  // The id by which the other end knows the places that this end sends from.
  virtual std::uint64_t own_id() const noexcept = 0;
  // The id by which this end knows the places that the other end sends from.
  virtual std::uint64_t others_id() const noexcept = 0;
  // 0: there are none to take, but it takes in what lies elsewhere.
  virtual std::size_t place_octets() const noexcept = 0;

  // This end's places. -----------------------------------------------------------------------------------------------

  // A free one; without memory when there is none.
  virtual LoanBlock take() = 0;
  // Waits until one is free, until the deadline, or until the connection has ended; returns no memory then. A caller
  // that waits says so once, by count_wait().
  virtual LoanBlock take_until(std::chrono::steady_clock::time_point deadline) = 0;
  // A message is about to say where it lies. Again and again for the same loan, as long as it has not been claimed.
  // False: it has been. `is_given`: the offer stands when who has made it lets go.
  virtual bool offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept = 0;
  virtual void let_go(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // A message that says where it lies will not be read: an offer that has not been claimed is taken back.
  virtual void withdraw(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // Elements were written into a message of the connection that lie elsewhere.
  virtual void count_copy() noexcept = 0;
  virtual void count_wait() noexcept = 0;
  virtual void count_refusal() noexcept = 0;
  virtual bool closed() const noexcept = 0;
  // Has memory of this process be a place here, whose loan the block becomes; or leaves it what it is.
  virtual void take_in(LoanBlock& /*block*/, std::size_t /*octets*/) noexcept {}
  // True if another process has the memory of that place too.
  virtual bool is_shared(std::uint32_t /*place*/) const noexcept { return true; }

  // The other end's places. ------------------------------------------------------------------------------------------

  // The memory of the place; each claim has to be given back. The other end is not trusted: nullptr if nothing is
  // offered there, or there is no room for so many octets.
  virtual std::byte* claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept = 0;
  virtual void give_back(std::uint32_t place, std::uint64_t loan) noexcept = 0;

  // For people. ----------------------------------------------------------------------------------------------------

  struct Numbers {
    std::size_t places = 0;
    std::size_t in_use = 0;
    std::size_t in_use_max = 0;
    std::uint64_t waits = 0;
    std::uint64_t refusals = 0;
    std::uint64_t sent = 0;    // offers
    std::uint64_t copied = 0;  // count_copy()
    std::size_t held = 0;      // places of the other end, as the memory says: claimed and not given back
  };
  virtual Numbers numbers() const = 0;

 protected:
  LoanArena() = default;
};

// The arenas of this process that others send from, by what those know them by: a number that nobody can guess. So a
// message over any other connection, or from any other peer, leads nowhere. False: there is such a number already.
bool enter_arena(std::uint64_t id, const std::shared_ptr<LoanArena>& arena);
void leave_arena(std::uint64_t id) noexcept;
std::shared_ptr<LoanArena> arena_of(std::uint64_t id);

// A oneway or a reply that nobody reads keeps its place for so long, where others are wanted.
inline constexpr std::chrono::seconds unclaimed_loan_max{10};

// A loan of the other end's, as LoanArena::claim() finds it; without memory where that finds none.
LoanBlock claim(std::shared_ptr<LoanArena> arena, std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept;

}  // namespace dimma
