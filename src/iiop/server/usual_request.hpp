#pragma once
// The header of the request that a thread has read last. Most requests on a connection are for the same operation of
// the same object, and come to lie in the same place: then the header differs in its id alone, and one comparison takes
// the place of reading it.

#include "cdr/stream/same_octets.hpp"
#include "iiop/giop/giop_request.hpp"

#include <array>
#include <cstring>

namespace dimma::iiop {

class UsualRequest {
 public:
  // Whose views are into the message that was given last.
  const RequestHeader& header() const noexcept { return header_; }
  // Of a message that is_like() said yes to.
  std::size_t header_end() const noexcept { return end_; }

  // Whether the message, a Request of 1.2 in this machine's order, has the header that is known, which then has its id.
  [[gnu::always_inline]] bool is_like(OctetView message) noexcept {
    if (message.data() != at_ || message.size() < end_ || !is_same(at_)) return false;
    header_.request_id = cdr::detail::load<std::uint32_t>(at_ + header_octets, false);
    return true;
  }

  // The header of a message, which ends where `in` is. It is known from now on if it may be met again.
  void read(cdr::Decoder& in, const MessageHeader& message_header, OctetView message) {
    at_ = nullptr;
    const bool may_recur =
        message_header.minor == 2 && message_header.order == std::endian::native && !in.is_arriving();
    header_ = read_request_header(in, message_header.minor);
    // One that is answered before its upcall is not served as others are.
    if (may_recur && header_.contexts.empty() && header_.response != Response::with_server) note(message);
  }

 private:
  static constexpr std::size_t begin = header_octets + sizeof(std::uint32_t);  // behind the id
  static constexpr std::size_t octets_max = 128;

  // Up to the end of the number of contexts, which is the last of the header and a multiple of 4.
  void note(OctetView message) noexcept {
    const auto* const name = reinterpret_cast<const std::byte*>(header_.operation.data());
    const auto name_end = static_cast<std::size_t>(name - message.data()) + header_.operation.size() + 1;
    end_ = (name_end + 3) / 4 * 4 + sizeof(std::uint32_t);
    if (end_ - begin > octets_max) return;
    std::memcpy(known_.data(), message.data() + begin, end_ - begin);
    at_ = message.data();
  }

  [[gnu::always_inline]] bool is_same(const std::byte* message) const noexcept {
    return cdr::is_same_header(message + begin, known_.data(), end_ - begin);
  }

  RequestHeader header_;
  const std::byte* at_ = nullptr;  // nullptr: none is known
  std::size_t end_ = 0;
  std::array<std::byte, octets_max> known_;  // from `begin` on
};

}  // namespace dimma::iiop
