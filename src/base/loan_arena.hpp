#pragma once
// The memory for loaned sequences that two processes share: places of one size. Each end has some of them to send from.
//
// The end that sends from a place takes it and offers it in a message. It has it again once the other end, which claims
// it when it reads the message, has let it go. An offer can be taken back until it is claimed.
// docs/inside/architecture.md ("Loaned sequences") follows a loan from end to end.

#include "base/sync/sync.hpp"

#include <dimma/loaned.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma {

// Thread safe.
class LoanArena {
 public:
  LoanArena(const LoanArena&) = delete;
  LoanArena& operator=(const LoanArena&) = delete;
  virtual ~LoanArena() = default;

  // Returns the id by which the other end knows the places that this end sends from.
  virtual std::uint64_t own_id() const noexcept = 0;
  // Returns the id by which this end knows the places that the other end sends from.
  virtual std::uint64_t others_id() const noexcept = 0;
  // Returns the size of a place. 0: there are no places to take, but take_in() makes places of other memory.
  virtual std::size_t place_octets() const noexcept = 0;

  // This end's places. -----------------------------------------------------------------------------------------------

  // Returns a free place; without memory if there is none.
  virtual LoanBlock take() = 0;
  // Waits until a place is free, until the deadline, or until the connection has ended; in the last two cases returns
  // no memory. A caller that waits calls count_wait() once.
  virtual LoanBlock take_until(std::chrono::steady_clock::time_point deadline) = 0;
  // Called when a message is about to name the place, also repeatedly for the same loan until it is claimed. Returns
  // false if it has been claimed. `is_given`: the offer remains when the end that made it lets go.
  virtual bool offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept = 0;
  virtual void let_go(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // Called if a message that names the place will not be read: takes back an offer that has not been claimed.
  virtual void withdraw(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // Called when elements in other memory were copied into a message of the connection.
  virtual void count_copy() noexcept = 0;
  virtual void count_wait() noexcept = 0;
  virtual void count_refusal() noexcept = 0;
  virtual bool closed() const noexcept = 0;
  // Makes memory of this process a place of this arena, with the block as its loan; or leaves the block unchanged.
  virtual void take_in(LoanBlock& /*block*/, std::size_t /*octets*/) noexcept {}
  // Returns true if another process has the memory of that place too.
  virtual bool is_shared(std::uint32_t /*place*/) const noexcept { return true; }

  // The other end's places. ------------------------------------------------------------------------------------------

  // Returns the memory of the place; each claim has to be given back. The other end is not trusted: returns nullptr if
  // nothing is offered there, or if the place is smaller than `octets`.
  virtual std::byte* claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept = 0;
  virtual void give_back(std::uint32_t place, std::uint64_t loan) noexcept = 0;

  // Numbers for people.
  // -------------------------------------------------------------------------------------------------

  struct Numbers {
    std::size_t places = 0;
    std::size_t in_use = 0;
    std::size_t in_use_max = 0;
    std::uint64_t waits = 0;
    std::uint64_t refusals = 0;
    std::uint64_t sent = 0;    // offers
    std::uint64_t copied = 0;  // count_copy()
    std::size_t held = 0;      // places of the other end that were claimed and not given back
  };
  virtual Numbers numbers() const = 0;

 protected:
  LoanArena() = default;
};

// Enters an arena that others send from under the id by which they know it, a number that can't be guessed. So a
// message over any other connection, or from any other peer, finds no arena. Returns false if the id is in use already.
bool enter_arena(std::uint64_t id, const std::shared_ptr<LoanArena>& arena);
void leave_arena(std::uint64_t id) noexcept;
std::shared_ptr<LoanArena> arena_of(std::uint64_t id);

// The time for which a oneway or a reply that is not read keeps its place, if others need places.
inline constexpr std::chrono::seconds unclaimed_loan_max{10};

// Claims a loan of the other end by LoanArena::claim(). Returns a block without memory if that returns nullptr.
LoanBlock claim(std::shared_ptr<LoanArena> arena, std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept;

}  // namespace dimma
