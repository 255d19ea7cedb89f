#pragma once
// Shared memory for loaned sequences between two processes. It is divided into places of equal size, and each end has
// its own places to send from.
//
// The sender takes a place, writes the elements there and offers the place in a message. The receiver claims the place
// when it reads the message; when the receiver lets go, the place is free again. The sender can take an offer back
// until it is claimed. docs/inside/architecture.md ("Loaned sequences") follows a loan from end to end.

#include "base/sync/sync.hpp"

#include <dimma/loaned.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace dimma {

// All functions are thread-safe.
class LoanArena {
 public:
  LoanArena(const LoanArena&) = delete;
  LoanArena& operator=(const LoanArena&) = delete;
  virtual ~LoanArena() = default;

  // Returns the id by which the other end identifies the places that this end sends from.
  virtual std::uint64_t own_id() const noexcept = 0;
  // Returns the id by which this end identifies the places that the other end sends from.
  virtual std::uint64_t others_id() const noexcept = 0;
  // Returns the size of a place. 0 means that the arena has no places to take; take_in() makes places of other memory.
  virtual std::size_t place_octets() const noexcept = 0;

  // This end's places. ------------------------------------------------------------------------------------------------

  // Returns a free place, or a block without memory if no place is free.
  virtual LoanBlock take() = 0;
  // Waits until a place is free, the deadline has passed, or the connection has ended. Returns a block without memory
  // in the last two cases. A caller that waits calls count_wait() once.
  virtual LoanBlock take_until(std::chrono::steady_clock::time_point deadline) = 0;
  // Called before a message names the place; may be called again for the same loan until the loan is claimed. Returns
  // false if the loan has already been claimed. If `is_given`, the offer stays valid after the sender lets go.
  virtual bool offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept = 0;
  virtual void let_go(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // Takes back an unclaimed offer. Called if the message that names the place will not be read.
  virtual void withdraw(std::uint32_t place, std::uint64_t loan) noexcept = 0;
  // Called when elements outside the arena were copied into a message of the connection.
  virtual void count_copy() noexcept = 0;
  virtual void count_wait() noexcept = 0;
  virtual void count_refusal() noexcept = 0;
  virtual bool closed() const noexcept = 0;
  // Makes memory of this process a place of this arena and rebinds the block to it, or leaves the block unchanged.
  virtual void take_in(LoanBlock& /*block*/, std::size_t /*octets*/) noexcept {}
  // Returns true if another process maps the memory of that place too.
  virtual bool is_shared(std::uint32_t /*place*/) const noexcept { return true; }

  // The other end's places. -------------------------------------------------------------------------------------------

  // Returns the memory of the place. Each successful claim has to be given back. The other end is not trusted: returns
  // nullptr if no offer exists for the place, or if the place is smaller than `octets`.
  virtual std::byte* claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept = 0;
  virtual void give_back(std::uint32_t place, std::uint64_t loan) noexcept = 0;

  // Statistics. -------------------------------------------------------------------------------------------------------

  struct Numbers {
    std::size_t places = 0;
    std::size_t in_use = 0;
    std::size_t in_use_max = 0;
    std::uint64_t waits = 0;
    std::uint64_t refusals = 0;
    std::uint64_t sent = 0;    // places offered
    std::uint64_t copied = 0;  // calls of count_copy()
    std::size_t held = 0;      // places of the other end that are claimed and not yet given back
  };
  virtual Numbers numbers() const = 0;

 protected:
  LoanArena() = default;
};

// Registers an arena under the id by which the sender's messages identify it. The id is a random number, so a message
// from any other connection or peer finds no arena. Returns false if the id is already in use.
bool enter_arena(std::uint64_t id, const std::shared_ptr<LoanArena>& arena);
void leave_arena(std::uint64_t id) noexcept;
std::shared_ptr<LoanArena> arena_of(std::uint64_t id);

// The time after which the place of an unclaimed oneway or reply may be reclaimed if another loan needs a place.
inline constexpr std::chrono::seconds unclaimed_loan_max{10};

// Claims a loan of the other end. Returns a block without memory if LoanArena::claim() returns nullptr.
LoanBlock claim(std::shared_ptr<LoanArena> arena, std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept;

}  // namespace dimma
