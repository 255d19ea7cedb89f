#include "iiop/client/connection/send_side.hpp"

#include <algorithm>
#include <cerrno>
#include <new>

namespace dimma::iiop {

namespace {
// The time that a sender waits for room before it reads replies. It doubles after each wait without progress.
constexpr std::chrono::milliseconds slice_min{1};
constexpr std::chrono::milliseconds slice_max{16};
// The most memory that stays allocated while no octets are kept.
constexpr std::size_t rest_octets_kept_max = std::size_t{64} << 10;
}  // namespace

transport::Result SendSide::send_rest(Deadline deadline) {
  iovec piece{rest_.data() + rest_sent_, rest_.size() - rest_sent_};
  const auto result = send_slices({&piece, 1}, stream_.send({&piece, 1}, no_wait), deadline);
  rest_sent_ += result.octets;
  if (result) clear_rest();
  return result;
}

transport::Result SendSide::send_rest_now() {
  iovec piece{rest_.data() + rest_sent_, rest_.size() - rest_sent_};
  const auto result = stream_.send({&piece, 1}, no_wait);
  rest_sent_ += result.octets;
  if (result) clear_rest();
  return result;
}

void SendSide::clear_rest() noexcept {
  rest_.clear();
  if (rest_.capacity() > rest_octets_kept_max) std::vector<std::byte>().swap(rest_);
  rest_sent_ = 0;
}

transport::Result SendSide::send_on(std::span<iovec> pieces, const transport::Result& first, Deadline deadline) {
  const auto result = send_slices(pieces, first, deadline);
  if (result.octets != 0) has_begun_ = true;
  return result.status == transport::Status::timeout && has_begun_ ? keep(pieces) : result;
}

// Continues after the octets that `sent` counts.
transport::Result SendSide::send_slices(std::span<iovec> pieces, transport::Result sent, Deadline deadline) {
  std::size_t octets = sent.octets;
  for (auto slice = slice_min; sent.status == transport::Status::timeout; octets += sent.octets) {
    const auto now = Clock::now();
    if (now >= deadline) break;
    slice = sent.octets != 0 ? slice_min : std::min(2 * slice, slice_max);
    replies_.read_replies();
    sent = stream_.send(pieces, std::min(deadline, now + slice));
  }
  return {sent.status, octets, sent.error};
}

transport::Result SendSide::keep(std::span<const iovec> pieces) noexcept {
  try {
    for (const iovec& piece : pieces) {
      const auto* const octets = static_cast<const std::byte*>(piece.iov_base);
      rest_.insert(rest_.end(), octets, octets + piece.iov_len);
    }
    return {};
  } catch (const std::bad_alloc&) {
    return {transport::Status::failed, 0, ENOMEM};
  }
}

}  // namespace dimma::iiop
