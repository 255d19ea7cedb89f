#pragma once
// The reason why octets from a peer are refused.

#include "base/log/log_events.hpp"

#include <cstdint>
#include <string>

namespace dimma::iiop {

struct Fault {
  enum class Kind : std::uint8_t {
    none,
    malformed,
    other_protocol,   // HTTP, SSH or TLS
    too_large,        // a GIOP message above the limit for one message
    memory_exhausted  // above the connection's part of the memory budget
  };
  Kind kind = Kind::none;
  std::string text;  // human-readable; no code depends on it

  explicit operator bool() const noexcept { return kind != Kind::none; }
};

// The log event of a connection that is closed because of the fault.
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
