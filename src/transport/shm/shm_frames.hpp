#pragma once
// Datagrams in a stream of shared memory. Each follows its length, 4 octets in this machine's byte order.

#include "transport/datagram.hpp"
#include "transport/shm/shm_stream.hpp"

#include <memory>

namespace dimma::transport {

inline constexpr std::size_t frame_length_octets = 4;

// Puts the datagram into the ring if there is room for it. Otherwise returns Status::timeout. Never waits.
Moved send_frame(ShmStream& stream, const Datagram& datagram);

// Splits the octets of a stream into datagrams.
class FrameReader {
 public:
  explicit FrameReader(std::shared_ptr<ShmStream> stream);

  // Takes a datagram if a complete one has arrived, otherwise returns Status::timeout. Never waits. Any other status
  // means that the stream is over, or that the octets are malformed (Status::failed, EPROTO).
  Status take(Arrival& arrival);
  // Returns true if take() may find a frame without further arrivals.
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
