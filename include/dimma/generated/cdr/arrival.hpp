#pragma once
/// A message that is decoded while it arrives.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// The source of the rest of a message whose first octets a Decoder was given. Received octets do not move. The rest
/// comes right after them, except for long blocks, which may be received directly into their destination: the contents
/// of the message's memory in their place are then undefined. Used by one thread.
class Arrival {
 public:
  /// Returns the end of the message; the furthest possible end while that is not known.
  const std::byte* message_end() const noexcept { return message_end_; }
  /// Waits until the octets before `end`, which is at most message_end(), have arrived, or the message has ended.
  /// Returns the end of the octets that have. Throws if they will not come (CORBA::COMM_FAILURE, CORBA::TIMEOUT, ...).
  virtual const std::byte* await(const std::byte* end) = 0;
  /// Waits until that many octets after the arrived ones are at `to`, or the message has ended. Returns the end of
  /// those octets, or of the message, in the message's memory. Throws the same.
  virtual const std::byte* receive(std::byte* to, std::size_t octets) = 0;
  /// Returns the length below which a block is copied from the message's memory.
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
