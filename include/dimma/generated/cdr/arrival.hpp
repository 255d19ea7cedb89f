#pragma once
/// A message that is decoded while it arrives.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>

namespace dimma::cdr {

/// The source of the remaining octets of a message whose first octets a Decoder was given. Received octets do not move.
/// The remaining octets follow them directly, except for long blocks, which may be received into their destination: the
/// message's memory then has undefined contents in their place. Used by one thread.
class Arrival {
 public:
  /// Returns the end of the message; the furthest possible end while the length is not known.
  const std::byte* message_end() const noexcept { return message_end_; }
  /// Waits until the octets before `end`, which is at most message_end(), have arrived, or the message has ended.
  /// Returns the end of the octets that have arrived. Throws if they will not arrive (CORBA::COMM_FAILURE,
  /// CORBA::TIMEOUT, ...).
  virtual const std::byte* await(const std::byte* end) = 0;
  /// Receives `octets` octets after those that have arrived into `to`, or as many as the message still has. Returns the
  /// end of these octets, or of the message, in the message's memory. Throws like await().
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
