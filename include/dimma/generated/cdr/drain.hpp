#pragma once
/// Sends messages from their buffer before they are complete.

#include <dimma/generated/function_ref.hpp>

#include <bit>
#include <cstddef>

namespace dimma::cdr {

class Buffer;
class Encoder;

/// Takes a long message from a Buffer in parts, while the rest of it is still being written. Used by one thread.
class Drain {
 public:
  /// The number of octets in the buffer from which on it is called, between two elements of a sequence.
  static constexpr std::size_t octets_at_once = std::size_t{512} << 10;

  /// Takes octets of the message with Encoder::take_drained(), or leaves them there: the buffer then grows. May throw
  /// to end the writing.
  virtual void drain(Encoder& out) = 0;

 protected:
  ~Drain() = default;
};

/// Returns the number of octets that a message will have, without keeping them. `write` writes it from an encoder's
/// first octet on, and may throw. It is called once; sequences of strings and of structs of these are only looked at.
/// `as` is the buffer into which the message will be written, if that lets loaned sequences stay in their places.
std::size_t octets_of_message(function_ref<void(Encoder&)> write, std::endian order, const Buffer* as = nullptr);

}  // namespace dimma::cdr
