#pragma once
/// Sends parts of messages from their buffer before the messages are complete.

#include <dimma/generated/function_ref.hpp>

#include <bit>
#include <cstddef>

namespace dimma::cdr {

class Buffer;
class Encoder;

/// Takes parts of a long message out of a Buffer while the remaining message is being written. Used by one thread.
class Drain {
 public:
  /// drain() is called between two elements of a sequence if the buffer has at least this many octets.
  static constexpr std::size_t octets_at_once = std::size_t{512} << 10;

  /// Takes octets of the message with Encoder::take_drained(), or leaves them in the buffer, which then grows. May
  /// throw to stop the writing.
  virtual void drain(Encoder& out) = 0;

 protected:
  ~Drain() = default;
};

/// Returns the size that a message will have in octets, without keeping its octets. `write` writes the message from an
/// encoder's first octet on, and may throw. It is called once. The size of sequences of strings, and of structs with
/// strings, is computed without encoding them. `as` is the buffer for the message, if loaned sequences can stay in
/// their places when it is sent.
std::size_t octets_of_message(function_ref<void(Encoder&)> write, std::endian order, const Buffer* as = nullptr);

}  // namespace dimma::cdr
