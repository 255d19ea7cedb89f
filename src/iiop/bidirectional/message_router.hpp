#pragma once
// Decides which half of a bidirectional connection a received message belongs to: the half for the peer's requests, or
// the half for the peer's replies to this end's requests (CORBA 3.3 part 2, 9.8).
//
// The end that opened the connection uses even request ids, the other end odd ones. So the id in a Fragment shows which
// end's request it belongs to.

#include "iiop/giop/fault.hpp"
#include "iiop/giop/giop.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <sys/uio.h>

namespace dimma::iiop {

// The two ends of a connection: the one that opened it, and the one that accepted it.
enum class ConnectionEnd : std::uint8_t { originator, acceptor };

class MessageRouter {
 public:
  // A set of halves, as bits: `requests` gets the peer's requests, `replies` gets its replies.
  using Halves = std::uint8_t;
  static constexpr Halves requests = 1;
  static constexpr Halves replies = 2;

  explicit MessageRouter(ConnectionEnd end) noexcept : end_(end) {}

  // Called before this end sends requests: from the next message on, replies go to `replies`. Until then all messages
  // go to `requests`.
  void begin_replies() noexcept { has_replies_ = true; }

  // Routes the next octets from the peer, however they are split, and calls `take(Halves, OctetView)` for each run of
  // octets with one destination. Returns false if the peer has violated the protocol. Then nothing more is taken, and
  // fault() describes the violation.
  template <class Take>
  bool route(OctetView octets, Take take) {
    while (!octets.empty()) {
      if (left_ == 0) {
        if (!collect_head(octets)) return !fault_;
        take(to_, OctetView(head_).first(head_octets_));
        head_octets_ = 0;
        continue;
      }
      const OctetView run = octets.first(std::min<std::uint64_t>(left_, octets.size()));
      take(to_, run);
      left_ -= run.size();
      octets = octets.subspan(run.size());
    }
    return true;
  }
  const Fault& fault() const noexcept { return fault_; }

 private:
  static constexpr std::size_t head_octets_max = header_octets + 4;  // the header, and the request id of GIOP 1.2

  bool collect_head(OctetView& octets);
  bool begin_message(const MessageHeader& header);
  void refuse(std::string text) { fault_ = {Fault::Kind::malformed, std::move(text)}; }
  Halves destination(const MessageHeader& header, std::uint32_t request_id);
  bool is_own(std::uint32_t request_id) const noexcept {
    return (request_id & 1U) == (end_ == ConnectionEnd::acceptor ? 1U : 0U);
  }

  const ConnectionEnd end_;
  bool has_replies_ = false;
  std::array<std::byte, head_octets_max> head_{};
  std::size_t head_octets_ = 0;
  std::uint64_t left_ = 0;  // octets that the message in progress lacks
  Halves to_ = requests;
  Fault fault_;
};

// Tracks the message boundaries in the octets that are sent.
class MessageBounds {
 public:
  void add(std::span<const iovec> pieces) noexcept;
  bool is_within_message() const noexcept { return left_ != 0 || header_octets_ != 0; }

 private:
  void add(OctetView octets) noexcept;

  std::array<std::byte, header_octets> header_{};
  std::size_t header_octets_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace dimma::iiop
