#pragma once
// The header of the last request that a thread has read. Most requests on a connection are for the same operation of
// the same object. Then the header differs only in its id, and one comparison replaces decoding it.

#include "cdr/stream/same_octets.hpp"
#include "iiop/giop/giop_request.hpp"

#include <array>
#include <cstring>

namespace dimma::iiop {

class UsualRequest {
 public:
  // The header's views point into the message that was last given to read() or move_to().
  const RequestHeader& header() const noexcept { return header_; }
  // Valid for a message for which is_like() has returned true.
  std::size_t header_end() const noexcept { return end_; }

  // True if the message, a GIOP 1.2 Request in this machine's byte order, has the known header. header() then has its
  // id.
  [[gnu::always_inline]] bool is_like(OctetView message) noexcept {
    if (message.size() < end_ || !is_same(message.data())) return false;
    header_.request_id = cdr::detail::load<std::uint32_t>(message.data() + header_octets, false);
    return true;
  }
  // True if the message is at the address that the views point to: for a client that waits for each reply, and for the
  // first of several requests that were received together.
  bool lies_in_place(OctetView message) const noexcept { return message.data() == at_; }
  void move_to(OctetView message) noexcept {
    at_ = message.data();
    header_.object_key = {at_ + key_at_, header_.object_key.size()};
    header_.operation = {reinterpret_cast<const char*>(at_ + name_at_), header_.operation.size()};
  }

  // Decodes the header of a message, and leaves `in` after it. Keeps the header for is_like() if it may recur.
  void read(cdr::Decoder& in, const MessageHeader& message_header, OctetView message) {
    end_ = none_known;
    const bool may_recur =
        message_header.minor == 2 && message_header.order == std::endian::native && !in.is_arriving();
    header_ = read_request_header(in, message_header.minor);
    // A request that is answered before its upcall is not served in the usual way.
    if (may_recur && header_.contexts.empty() && header_.response != Response::with_server &&
        !header_.object_key.empty()) {
      note(message);
    }
  }

 private:
  static constexpr std::size_t begin = header_octets + sizeof(std::uint32_t);  // right after the id
  static constexpr std::size_t octets_max = 128;
  static constexpr std::size_t none_known = ~std::size_t{0};

  // Keeps the header up to the number of contexts, its last field, which ends at a multiple of 4.
  void note(OctetView message) noexcept {
    const auto* const name = reinterpret_cast<const std::byte*>(header_.operation.data());
    name_at_ = static_cast<std::size_t>(name - message.data());
    key_at_ = static_cast<std::size_t>(header_.object_key.data() - message.data());
    const std::size_t name_end = name_at_ + header_.operation.size() + 1;
    const std::size_t end = (name_end + 3) / 4 * 4 + sizeof(std::uint32_t);
    if (end - begin > octets_max) return;
    std::memcpy(known_.data(), message.data() + begin, end - begin);
    at_ = message.data();
    end_ = end;
  }

  [[gnu::always_inline]] bool is_same(const std::byte* message) const noexcept {
    return cdr::is_same_header(message + begin, known_.data(), end_ - begin);
  }

  RequestHeader header_;
  const std::byte* at_ = nullptr;  // the beginning of the message
  std::size_t end_ = none_known;
  std::size_t key_at_ = 0;  // an offset from at_
  std::size_t name_at_ = 0;
  std::array<std::byte, octets_max> known_;  // octets from `begin` on
};

}  // namespace dimma::iiop
