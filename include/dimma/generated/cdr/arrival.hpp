#pragma once
/// A message that is decoded while it arrives.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// Where a Decoder gets the rest of a message from whose first octets it was given. What has arrived stays where it is;
/// the rest comes right behind it, but for long blocks, which may go to where they belong at once: what stands in the
/// message's memory in place of them is undefined. Used by one thread.
class Arrival {
 public:
  /// Where the message will end; at the latest, as long as that is not known.
  const std::byte* message_end() const noexcept { return message_end_; }
  /// Waits until the octets before `end`, which is message_end() at most, are there, or the message has ended; gives
  /// where those end that are. Throws what tells that they will not come (CORBA::COMM_FAILURE, CORBA::TIMEOUT, ...).
  virtual const std::byte* await(const std::byte* end) = 0;
  /// Waits until the octets after those that are there, so many, are at `to`, or the message has ended; gives where
  /// they end, or it, in the message's memory. Throws the same.
  virtual const std::byte* receive(std::byte* to, std::size_t octets) = 0;
  /// Of fewer octets a block is taken from the message's memory.
  std::size_t block_octets_min() const noexcept { return block_octets_min_; }

 protected:
  Arrival(const std::byte* message_end, std::size_t block_octets_min) noexcept
      : message_end_(message_end), block_octets_min_(block_octets_min) {}
  ~Arrival() = default;
  void message_end(const std::byte* end) noexcept { message_end_ = end; }

 private:
  const std::byte* message_end_;
  const std::size_t block_octets_min_;
};

}  // namespace dimma::cdr
