#include "transport/shm/shm_frames.hpp"

#include "transport/pieces.hpp"

#include <array>
#include <cerrno>
#include <cstring>

namespace dimma::transport {

namespace {
constexpr std::size_t room_octets = 2 * (datagram_octets_max + frame_length_octets);
}  // namespace

Moved send_frame(ShmStream& stream, const Datagram& datagram) {
  if (datagram.octets() > datagram_octets_max) return {Status::failed, 0, EMSGSIZE, false};
  const auto length = static_cast<std::uint32_t>(datagram.octets());
  if (!stream.has_room(frame_length_octets + length)) return {Status::timeout, 0, 0, false};
  std::array pieces{iovec{const_cast<std::uint32_t*>(&length), sizeof length}, piece_of(datagram.head),
                    piece_of(datagram.body)};
  const Result sent = stream.send(pieces, Deadline{});
  if (sent) return {Status::ok, 1, 0, false};
  return {sent.status, 0, sent.error, false};
}

FrameReader::FrameReader(std::shared_ptr<ShmStream> stream)
    : stream_(std::move(stream)), octets_(std::make_unique_for_overwrite<std::byte[]>(room_octets)) {}

std::size_t FrameReader::length() const noexcept {
  std::uint32_t length = 0;
  std::memcpy(&length, octets_.get() + begin_, sizeof length);
  return length;
}

bool FrameReader::has_whole() const noexcept {
  const std::size_t octets = filled_ - begin_;
  return octets >= frame_length_octets && octets - frame_length_octets >= length();
}

Status FrameReader::take(Arrival& arrival) {
  while (!has_whole()) {
    if (filled_ - begin_ >= frame_length_octets && length() > datagram_octets_max) return Status::failed;
    // Moves an incomplete frame to the beginning, to make room.
    std::memmove(octets_.get(), octets_.get() + begin_, filled_ - begin_);
    filled_ -= std::exchange(begin_, 0);
    const Result came = stream_->receive({octets_.get() + filled_, room_octets - filled_}, Deadline{});
    if (!came) return came.status;
    filled_ += came.octets;
  }
  const std::size_t octets = length();
  arrival.octets = std::min(octets, arrival.room.size());
  arrival.cut = arrival.octets < octets;
  arrival.each = 0;
  std::memcpy(arrival.room.data(), octets_.get() + begin_ + frame_length_octets, arrival.octets);
  begin_ += frame_length_octets + octets;
  return Status::ok;
}

}  // namespace dimma::transport
