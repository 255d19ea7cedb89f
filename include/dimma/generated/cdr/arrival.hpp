#pragma once
/// A message that is decoded while it arrives.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// The source of the rest of a message whose first octets a Decoder was given. Received octets stay where they are; the
/// rest comes right after them, except for long blocks, which may be received into their destination at once: the
/// contents of the message's memory in their place are undefined. Used by one thread.
class Arrival {
 public:
  /// The end of the message; the furthest possible one as long as that is not known.
  const std::byte* message_end() const noexcept { return message_end_; }
  /// Waits until the octets before `end`, which is message_end() at most, are there, or the message has ended; gives
  /// where those end that are. Throws what tells that they will not come (CORBA::COMM_FAILURE, CORBA::TIMEOUT, ...).
  virtual const std::byte* await(const std::byte* end) = 0;
  /// Waits until the octets after those that are there, so many, are at `to`, or the message has ended; gives where
  /// they end, or it, in the message's memory. Throws the same.
  virtual const std::byte* receive(std::byte* to, std::size_t octets) = 0;
  /// A block of fewer octets is taken from the message's memory.
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
