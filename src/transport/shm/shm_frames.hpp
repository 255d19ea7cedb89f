#pragma once
// Datagrams in a stream of shared memory. Each follows its length, which is 4 octets in this machine's byte order.

#include "transport/datagram.hpp"
#include "transport/shm/shm_stream.hpp"

#include <memory>

namespace dimma::transport {

inline constexpr std::size_t frame_length_octets = 4;

// Puts the datagram into the ring if there is room for all of it. Otherwise returns Status::timeout. Never waits.
Moved send_frame(ShmStream& stream, const Datagram& datagram);

// Takes the octets received from a stream apart.
class FrameReader {
 public:
  explicit FrameReader(std::shared_ptr<ShmStream> stream);

  // Takes a datagram if a whole one has come, otherwise returns Status::timeout. Never waits. Any other status: the
  // stream is over, or the octets are not of this form (Status::failed, EPROTO).
  Status take(Arrival& arrival);
  // True if take() may find a frame without anything more arriving.
  bool has_some() const noexcept { return has_whole() || stream_->octets_wait(); }
  ShmStream& stream() const noexcept { return *stream_; }

 private:
  bool has_whole() const noexcept;
  std::size_t length() const noexcept;

  const std::shared_ptr<ShmStream> stream_;
  const std::unique_ptr<std::byte[]> octets_;
  std::size_t begin_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace dimma::transport
