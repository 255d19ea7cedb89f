#pragma once
// Receives a long message that is decoded while it arrives, and supplies the decoder with the rest of the message.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"
#include "iiop/message/giop_reader.hpp"
#include "transport/transport.hpp"

#include <dimma/generated/cdr/arrival.hpp>

#include <algorithm>
#include <span>

namespace dimma::iiop {

// Made when the reader's begin_streaming() has returned true. Must be destroyed before the reader goes on to another
// message.
class StreamingReceive : public cdr::Arrival {
 public:
  bool is_whole() const noexcept { return whole_; }

  const std::byte* await(const std::byte* end) final {
    while (there_ < end && !whole_) {
      const auto space = reader_.streaming_space();
      receive_some(space.first(std::min(space.size(), octets_at_once)));
    }
    return there_;
  }
  const std::byte* receive(std::byte* to, std::size_t octets) final {
    while (octets != 0 && !whole_) {
      const std::size_t next = std::min(octets, reader_.streaming_octets_next());
      if (next == 0) {
        receive_some(reader_.streaming_space());
        continue;
      }
      const std::size_t some = receive_some({to, next});
      to += some;
      octets -= some;
    }
    return there_;
  }

 protected:
  // Receives the rest from `stream`.
  StreamingReceive(MessageReader& reader, transport::Stream& stream) noexcept
      : Arrival(reader.streaming_end(), std::size_t{64} << 10),
        reader_(reader),
        stream_(stream),
        there_(reader.octets().data() + reader.octets().size()) {}
  ~StreamingReceive() = default;

  // Waits for at least one octet, and receives it.
  virtual transport::Result wait_for_more(std::span<std::byte> into) = 0;
  // Called if the stream cannot receive the rest.
  [[noreturn]] virtual void cannot_receive(const transport::Result& result) = 0;
  // Called if the octets that follow are not the rest of the message. Throws the reader's fault.
  [[noreturn]] virtual void cannot_read_on() = 0;
  // Called if the sender has cancelled the message.
  [[noreturn]] virtual void was_cancelled() = 0;
  // Called when the whole message has been received. From here on, another thread may use the reader.
  virtual void arrived() {}

 private:
  // Few enough to stay in the cache until they are decoded, and half of a fragment that dimma sends.
  static constexpr std::size_t octets_at_once = (std::size_t{256} << 10) + 64;

  std::size_t receive_some(std::span<std::byte> into) {
    DIMMA_ASSERT(!whole_);
    require_to_come(reader_.streaming());  // a decoder may continue after a failure
    const auto result = receive_soon(into);
    if (!result) cannot_receive(result);
    there_ = reader_.received_streaming(result.octets);
    message_end(reader_.streaming_end());
    const auto now = reader_.streaming();
    require_to_come(now);
    if (now == MessageReader::Streaming::whole) {
      whole_ = true;
      arrived();
    }
    return result.octets;
  }
  void require_to_come(MessageReader::Streaming state) {
    if (state == MessageReader::Streaming::cancelled) was_cancelled();
    if (state == MessageReader::Streaming::fault) cannot_read_on();
  }

  // Within a message, the next octets often arrive sooner than a thread can sleep and wake up. So this polls a few
  // times, yielding in between, before it waits, and polls fewer times after it has found nothing.
  transport::Result receive_soon(std::span<std::byte> into) {
    for (unsigned look = 0; look < looks_; ++look) {
      const auto result = stream_.receive(into, Deadline());
      if (result.status != transport::Status::timeout) return result;
      sync::yield();
    }
    looks_ /= 4;
    return wait_for_more(into);
  }

  MessageReader& reader_;
  transport::Stream& stream_;
  const std::byte* there_;
  bool whole_ = false;
  unsigned looks_ = 40;
};

}  // namespace dimma::iiop
