#pragma once
/// A message that is decoded while it arrives.

#include <cstddef>

namespace dimma::cdr {

/// Where a Decoder gets the rest of a message from whose first octets it was given. What has arrived stays where it is;
/// the rest comes right behind it. Used by one thread.
class Arrival {
 public:
  /// Where the message will end.
  const std::byte* message_end() const noexcept { return message_end_; }
  /// Waits until the octets before `end`, which is message_end() at most, are there; gives where those end that are.
  /// Throws what tells that they will not come (CORBA::COMM_FAILURE, CORBA::TIMEOUT, ...).
  virtual const std::byte* await(const std::byte* end) = 0;

 protected:
  explicit Arrival(const std::byte* message_end) noexcept : message_end_(message_end) {}
  ~Arrival() = default;

 private:
  const std::byte* const message_end_;
};

}  // namespace dimma::cdr
