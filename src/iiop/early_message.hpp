#pragma once
// A long message that is decoded while it arrives: what the decoder gets its rest from.

#include "iiop/giop_reader.hpp"

#include <dimma/cdr/arrival.hpp>

#include <algorithm>
#include <span>

namespace dimma::iiop {

// Made when the reader's begin_early() has said so; must not outlive the message's turn.
class EarlyMessage : public cdr::Arrival {
 public:
  bool is_whole() const noexcept { return there_ == message_end(); }

  const std::byte* await(const std::byte* end) final {
    while (there_ < end) {
      // Few enough to be at hand still when they are decoded.
      constexpr std::size_t octets_at_once = std::size_t{256} << 10;
      const auto space = reader_.space_of_message();
      receive_some(space.first(std::min(space.size(), octets_at_once)));
    }
    return there_;
  }
  const std::byte* receive(std::byte* to, std::size_t octets) final {
    while (octets != 0) {
      const std::size_t some = receive_some({to, octets});
      to += some;
      octets -= some;
    }
    return there_;
  }

 protected:
  explicit EarlyMessage(MessageReader& reader) noexcept
      : Arrival(reader.octets().data() + reader.header().message_octets(), std::size_t{64} << 10),
        reader_(reader),
        there_(reader.octets().data() + reader.octets().size()) {}
  ~EarlyMessage() = default;

  // At least one octet. Throws when there will be none.
  virtual std::size_t receive_from_peer(std::span<std::byte> into) = 0;
  // Nothing more will be received: the reader is somebody else's to use as soon as this lets it.
  virtual void arrived() {}

 private:
  std::size_t receive_some(std::span<std::byte> into) {
    const std::size_t octets = receive_from_peer(into);
    there_ = reader_.received_early(octets);
    if (is_whole()) arrived();
    return octets;
  }

  MessageReader& reader_;
  const std::byte* there_;
};

}  // namespace dimma::iiop
