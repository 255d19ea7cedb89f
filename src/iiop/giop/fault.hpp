#pragma once
// Why the octets of a peer are refused.

#include "base/log/log_events.hpp"

#include <cstdint>
#include <string>

namespace dimma::iiop {

struct Fault {
  enum class Kind : std::uint8_t {
    none,
    malformed,
    other_protocol,   // HTTP, SSH or TLS
    too_large,        // a message of GIOP above the limit for one message
    memory_exhausted  // more than the memory budget has for the connection
  };
  Kind kind = Kind::none;
  std::string text;  // for people; nothing is decided by it

  explicit operator bool() const noexcept { return kind != Kind::none; }
};

// The event by which the log tells of a connection that is closed for the fault.
constexpr log::Event event_of(Fault::Kind kind) noexcept {
  switch (kind) {
    case Fault::Kind::memory_exhausted:
      return log::Event::memory_exhausted;
    case Fault::Kind::other_protocol:
      return log::Event::protocol_mismatch;
    default:
      return log::Event::message_malformed;
  }
}

}  // namespace dimma::iiop
