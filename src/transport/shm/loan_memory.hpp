#pragma once
// The places for loaned sequences of a connection through shared memory.
//
//   after the rings, aligned to a page, for each direction, beginning with the one to the listener:
//     LoanHead, 64 octets      sender_waits: a thread sleeps on it until a place is given back
//     `count` times LoanWord   a cache line each: the loan's number and its state: offered, claimed, given back
//   and then, again for each direction, `count` places of `octets` octets each, at least 64.
//
// Neither end trusts the other. A sender keeps the state of its places privately, and accepts a word only if it frees a
// place of the loan that the sender has made; a peer that writes arbitrary data can therefore spoil only its own
// messages. A receiver checks each number before using it. The contents of a place may change at any time, so only
// types for which any octets are valid values are loaned.
//
// The memory has a mapping of its own, which exists as long as any loan of it does.

#include "base/loan_arena.hpp"
#include "base/sync/sync.hpp"
#include "transport/shm/shared_word.hpp"

#include <cstdint>
#include <memory>

namespace dimma::transport {

// The parameters of the places, chosen by the connecting end. The ids identify the two directions, and are known only
// to the two ends.
struct LoanSizes {
  std::uint64_t count = 0;  // places in each direction; 0: none
  std::uint64_t octets = 0;
  std::uint64_t to_listener_id = 0;
  std::uint64_t to_connector_id = 0;

  static constexpr std::uint64_t count_max = 4096;
  static constexpr std::uint64_t octets_max = std::uint64_t{1} << 30;
  static constexpr std::uint64_t total_max = std::uint64_t{16} << 30;  // for both directions together

  // Returns true if the sizes are within these limits, or there are no places.
  bool are_sound() const noexcept;
  // Returns the octets of everything after the rings.
  std::size_t total() const noexcept;

  friend bool operator==(const LoanSizes&, const LoanSizes&) = default;
};

struct LoanHead {
  alignas(64) SharedFlag sender_waits;
};
struct LoanWord {
  enum State : std::uint64_t { given_back, offered, claimed };
  static constexpr std::uint64_t loan_max = ~std::uint64_t{0} >> 2U;
  static constexpr std::uint64_t state_mask = 3;
  static constexpr std::uint64_t of(std::uint64_t loan, State state) noexcept { return loan << 2U | state; }

  alignas(64) SharedWord<std::uint64_t> word;
};
static_assert(sizeof(LoanHead) == 64 && sizeof(LoanWord) == 64);

class LoanMemory final : public dimma::LoanArena, public std::enable_shared_from_this<LoanMemory> {
 public:
  enum class Side : std::uint8_t { connector, listener };

  // Maps a memfd whose size has been checked. The places begin at offset `begin`, a multiple of the page size. Returns
  // nullptr and sets errno if it cannot be mapped, EPROTO if the peer claims the id of another connection.
  static std::shared_ptr<LoanMemory> map(const LoanSizes& sizes, int memory, std::size_t begin, Side side);
  ~LoanMemory() override;

  // Makes ids for a connection that this end opens. Throws std::system_error.
  static LoanSizes with_new_ids(std::uint64_t count, std::uint64_t octets);

  // Called when a message has arrived: prefetches the words that it may refer to, while the message is being read.
  // They are in the cache of the other end's processor, so each access would otherwise be a cache miss.
  void approach() const noexcept;
  // Called when the connection has ended. Threads no longer wait for places.
  void close() noexcept;

  std::uint64_t own_id() const noexcept override { return own_id_; }
  std::uint64_t others_id() const noexcept override { return others_id_; }
  std::size_t place_octets() const noexcept override { return sizes_.octets; }
  dimma::LoanBlock take() override;
  dimma::LoanBlock take_until(std::chrono::steady_clock::time_point deadline) override;
  bool offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept override;
  void let_go(std::uint32_t place, std::uint64_t loan) noexcept override;
  void withdraw(std::uint32_t place, std::uint64_t loan) noexcept override;
  void count_copy() noexcept override { copied_.fetch_add(1, std::memory_order_relaxed); }
  void count_wait() noexcept override { waits_.fetch_add(1, std::memory_order_relaxed); }
  void count_refusal() noexcept override { refusals_.fetch_add(1, std::memory_order_relaxed); }
  bool closed() const noexcept override { return closed_.load(); }
  std::byte* claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept override;
  void give_back(std::uint32_t place, std::uint64_t loan) noexcept override;
  Numbers numbers() const override;

 private:
  // The state that the other end cannot modify. The thread that sets `is_held` owns the other members until it resets
  // the flag: the loan's owner, or a thread that checks whether the place is free. Other threads may read outdated
  // values.
  struct Place {
    using Time = std::chrono::steady_clock::time_point;

    sync::Atomic<bool> is_held{false};
    sync::Atomic<std::uint64_t> loan{0};   // number of the current or last loan
    sync::Atomic<bool> is_offered{false};  // a message refers to the place
    sync::Atomic<bool> is_given{false};    // given away: reclaimed only if unclaimed at `until`
    sync::Atomic<Time::rep> until{0};
    sync::Atomic<std::uint64_t> sent{0};  // number of loans that were offered
  };
  struct Region {
    LoanHead* head;
    LoanWord* words;
    std::byte* data;
  };

  LoanMemory(const LoanSizes& sizes, std::byte* base, Side side, std::unique_ptr<Place[]> places) noexcept;
  static Region region(const LoanSizes& sizes, std::byte* base, bool is_to_listener) noexcept;
  bool is_out(std::size_t place) const noexcept;
  bool hold_if(std::size_t place, bool (LoanMemory::*may_be)(std::size_t) noexcept) noexcept;
  bool is_free(std::size_t place) noexcept { return !is_out(place); }
  bool take_back_unclaimed(std::size_t place) noexcept;
  bool revoke(std::size_t place) noexcept;
  std::size_t hold_free() noexcept;
  std::size_t find_free() noexcept;
  std::size_t find_unclaimed() noexcept;
  void wake_taker() noexcept;

  const LoanSizes sizes_;
  std::byte* const base_;
  const std::uint64_t own_id_;
  const std::uint64_t others_id_;
  const Region own_;
  const Region others_;
  const std::size_t stride_;
  bool is_entered_ = false;

  const std::unique_ptr<Place[]> places_;
  sync::Atomic<std::uint64_t> let_go_{0};  // number of releases
  sync::Atomic<std::size_t> in_use_max_{0};
  sync::Atomic<bool> closed_{false};
  sync::Atomic<std::uint64_t> waits_{0};
  sync::Atomic<std::uint64_t> refusals_{0};
  sync::Atomic<std::uint64_t> copied_{0};
};

}  // namespace dimma::transport
