#include "transport/tls/ssl/outgoing_records.hpp"

#include <algorithm>

namespace dimma::transport {

// Returns the number of plaintext octets in the completely sent records. At least one, since the caller continues with
// the remaining encrypted octets only if some have been sent.
std::size_t OutgoingRecords::plaintext_sent(bool has_reported) const noexcept {
  constexpr std::size_t header_octets = 5;  // the last two octets are the record's length (RFC 8446, 5.1)
  std::size_t gone = 0;
  for (std::size_t at = 0; at + header_octets <= sent_;) {
    at += header_octets + (std::to_integer<std::size_t>(octets_[at + 3]) << 8) +
          std::to_integer<std::size_t>(octets_[at + 4]);
    if (at <= sent_) gone = std::min(gone + record_octets, plaintext_);
  }
  return std::max({gone, reported_, std::size_t{has_reported ? 0U : 1U}});
}

}  // namespace dimma::transport
