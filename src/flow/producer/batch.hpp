#pragma once
// A batch of messages, of one datagram each, that wait to be sent together. Used by one thread at a time.

#include "base/loan_arena.hpp"
#include "base/sync/assert.hpp"
#include "cdr/stream/loaned_places.hpp"
#include "flow/wire/packet.hpp"
#include "transport/datagram.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <array>
#include <memory>
#include <utility>

namespace dimma::flow {

class Batch {
 public:
  static constexpr std::size_t capacity = 64;

  // Limits the number of messages, the octets of all datagrams together, and the octets of one message, which may be
  // too long for a datagram.
  Batch(std::size_t messages_max, std::size_t together_max, std::size_t message_octets_max)
      : messages_max_(std::min(messages_max, capacity)),
        together_max_(std::min(together_max, transport::datagram_octets_max)),
        buffer_(first_octets, octets_max + message_octets_max) {}

  // The buffer for the next message, which is written from end() on, a multiple of 8.
  cdr::Buffer& buffer() noexcept { return buffer_; }
  std::size_t end() const noexcept { return end_; }

  bool empty() const noexcept { return count_ == 0; }
  // Returns true if a datagram of this length can be in a batch.
  bool takes(std::size_t octets) const noexcept { return octets <= together_max_; }
  // Returns true if another datagram of this length would exceed one of the limits.
  bool is_full(std::size_t octets) const noexcept {
    return count_ == messages_max_ || octets_ + octets > together_max_ ||
           end_ + octets > transport::datagram_octets_max;
  }

  // Adds a datagram that has been written at offset `at`.
  void add(std::size_t at, std::size_t octets, std::size_t body_octets,
           std::shared_ptr<dimma::LoanArena> lent = nullptr) noexcept {
    DIMMA_ASSERT(count_ < messages_max_);
    lends_ = lends_ || lent;
    waiting_[count_++] = {at, octets, body_octets, std::move(lent)};
    octets_ += octets;
    end_ = (at + octets + 7) & ~std::size_t{7};
  }

  // Returns all waiting datagrams, stamped with their sending time.
  std::span<const transport::Datagram> stamped(std::uint64_t timestamp, std::endian order) noexcept {
    for (std::size_t i = 0; i < count_; ++i) {
      std::byte* const begin = buffer_.data() + waiting_[i].at;
      write_timestamp(begin, timestamp, order);
      datagrams_[i] = {{begin, waiting_[i].octets}, {}, waiting_[i].lent ? waiting_[i].lent->own_id() : 0};
    }
    return std::span(datagrams_).first(count_);
  }
  std::size_t count() const noexcept { return count_; }
  // Returns the total octets of the first `count` bodies.
  std::size_t body_octets(std::size_t count) const noexcept {
    DIMMA_ASSERT(count <= count_);
    std::size_t octets = 0;
    for (std::size_t i = 0; i < count; ++i) octets += waiting_[i].body_octets;
    return octets;
  }
  // Withdraws the loans of the messages from index `first` on, which are not sent.
  void withdraw_from(std::size_t first, std::endian order) noexcept {
    for (std::size_t i = first; lends_ && i < count_; ++i) {
      const Waiting& each = waiting_[i];
      if (!each.lent) continue;
      const std::byte* const body = buffer_.data() + each.at + each.octets - each.body_octets;
      cdr::withdraw_places({body, each.body_octets}, order, *each.lent);
    }
  }
  void clear() noexcept {
    for (std::size_t i = 0; lends_ && i < count_; ++i) waiting_[i].lent.reset();
    lends_ = false;
    count_ = octets_ = end_ = 0;
  }

 private:
  struct Waiting {
    std::size_t at = 0;
    std::size_t octets = 0;
    std::size_t body_octets = 0;
    std::shared_ptr<dimma::LoanArena> lent = nullptr;  // arena of the places in the message, if any
  };
  static constexpr std::size_t octets_max = transport::datagram_octets_max + header_octets + identity_octets_max;
  static constexpr std::size_t first_octets = std::size_t{16} << 10;

  const std::size_t messages_max_;
  const std::size_t together_max_;
  cdr::Buffer buffer_;
  std::size_t end_ = 0;
  std::size_t octets_ = 0;
  std::size_t count_ = 0;
  bool lends_ = false;  // at least one waiting message has places
  std::array<Waiting, capacity> waiting_;
  std::array<transport::Datagram, capacity> datagrams_;
};

}  // namespace dimma::flow
