#pragma once
/// Messages that leave their buffer before they are whole.

#include <dimma/generated/function_ref.hpp>

#include <bit>
#include <cstddef>

namespace dimma::cdr {

class Buffer;
class Encoder;

/// Takes a long message off a Buffer in parts, while the rest of it is still being written. Used by one thread.
class Drain {
 public:
  /// Asked between two elements of a sequence, when the buffer holds so many octets.
  static constexpr std::size_t octets_at_once = std::size_t{512} << 10;

  /// Takes octets of the message with Encoder::take_drained(), or leaves them there: then the buffer grows. May throw
  /// what ends the writing.
  virtual void drain(Encoder& out) = 0;

 protected:
  ~Drain() = default;
};

/// How many octets a message will have, without keeping them. `write` writes it from an encoder's first octet on, and
/// may throw. It is called once; sequences of strings and of structs of these are only looked at. `as` is the buffer
/// that the message will be written into, where that lets loaned sequences lie where they are.
std::size_t octets_of_message(function_ref<void(Encoder&)> write, std::endian order, const Buffer* as = nullptr);

}  // namespace dimma::cdr
