#pragma once
// Counts the heap allocations of the sealed calls of a channel, or the sealed requests of an endpoint, and reacts to
// them: memory=sealed, memory=sealed(count).

#include "base/sealing.hpp"
#include "base/sync/sync.hpp"
#include "channel/facts.hpp"

#include <dimma/qos.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::iiop {

// Throws QoSError if the QoS asks for sealing and the program does not support it.
void require_sealable(const EngineeringQoS& qos);

std::string memory_text(const EngineeringQoS& qos, End end);

// Thread-safe.
class SealedCalls {
 public:
  // `whose` names the owner in the log: "by the channel to tcp:localhost:2809". Requires a program that supports
  // sealing.
  SealedCalls(Memory memory, End end, std::string whose) : memory_(memory), end_(end), whose_(std::move(whose)) {}

  bool raises() const noexcept { return memory_ == Memory::sealed; }
  // True if it is worth the time to determine which code makes the next allocation: always if an exception reports it,
  // otherwise for some of the calls.
  bool wants_place() const noexcept { return raises() || seen_.load(std::memory_order_relaxed) % 64 < 8; }

  void warmed_up(const HeapUse& used) noexcept { warm_up_.add(used); }
  // Counts allocations that do not belong to calls: those for a forward, or for a lost connection.
  void apart(const HeapUse& used) noexcept { apart_.add(used); }
  // Counts allocations, and logs them unless an exception is to be raised. `what` names the operation, or the part of a
  // call.
  void took(std::string_view what, const HeapUse& used, const sealing::Place& place) noexcept;
  // Returns the text of the exception.
  std::string in_words(std::string_view what, const HeapUse& used, const sealing::Place& place) const;

  void report(std::vector<channel::Fact>& facts) const;

 private:
  class Sum {
   public:
    void add(const HeapUse& used) noexcept {
      allocations_.fetch_add(used.allocations, std::memory_order_relaxed);
      octets_.fetch_add(used.octets, std::memory_order_relaxed);
    }
    HeapUse value() const noexcept {
      return {allocations_.load(std::memory_order_relaxed), octets_.load(std::memory_order_relaxed)};
    }

   private:
    sync::Atomic<std::uint64_t> allocations_{0};
    sync::Atomic<std::uint64_t> octets_{0};
  };

  const Memory memory_;
  const End end_;
  const std::string whose_;
  sync::Atomic<std::uint64_t> seen_{0};  // calls that have allocated
  Sum taken_;
  Sum warm_up_;
  Sum apart_;
};

}  // namespace dimma::iiop
