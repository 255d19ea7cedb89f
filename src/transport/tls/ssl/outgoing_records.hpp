#pragma once
// The TLS records that a stream has encrypted but not sent completely, and how much of their plaintext has been
// reported as sent. Used by one thread at a time.

#include "transport/transport.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace dimma::transport {

class OutgoingRecords {
 public:
  // Maximum plaintext of one record (RFC 8446, 5.1).
  static constexpr std::size_t record_octets = std::size_t{16} << 10;

  bool empty() const noexcept { return octets_.empty(); }
  std::span<const std::byte> unsent() const noexcept { return std::span<const std::byte>(octets_).subspan(sent_); }

  // Adds octets of a handshake, which contain no plaintext of a message.
  void add_handshake(std::span<const std::byte> octets) { octets_.insert(octets_.end(), octets.begin(), octets.end()); }
  // Takes the records of `plaintext_octets` octets from `records`, and leaves its own memory there for the next ones.
  // Requires that all earlier records have been sent.
  void take(std::vector<std::byte>& records, std::size_t plaintext_octets) noexcept {
    octets_.swap(records);
    plaintext_ = plaintext_octets;
  }

  // Called with the result of sending unsent().
  void sent(const Result& result) noexcept {
    sent_ += result.octets;
    if (!result) return;
    octets_.clear();
    sent_ = 0;
  }
  // Returns the number of plaintext octets that have been sent since the last call. `has_reported` is true if octets of
  // the same message have been reported before.
  std::size_t newly_sent(bool has_reported) noexcept {
    const bool is_done = empty();
    const std::size_t gone = is_done ? plaintext_ : plaintext_sent(has_reported);
    return gone - std::exchange(reported_, is_done ? 0 : gone);
  }

  // Frees the memory. Requires that all records have been sent.
  void release() noexcept { std::vector<std::byte>().swap(octets_); }

 private:
  std::size_t plaintext_sent(bool has_reported) const noexcept;

  std::vector<std::byte> octets_;  // encrypted; sent_ have been sent
  std::size_t sent_ = 0;
  std::size_t plaintext_ = 0;  // the number of plaintext octets in octets_
  std::size_t reported_ = 0;   // the part of them that newly_sent() has reported
};

}  // namespace dimma::transport
