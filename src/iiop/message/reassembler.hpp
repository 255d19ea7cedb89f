#pragma once
// Puts the messages of one connection together from their fragments, each of which has been received whole.

#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment.hpp"
#include "iiop/message/fragmented_message.hpp"
#include "iiop/message/growing_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dimma::iiop {

// Several messages of GIOP 1.2 may be in progress at once, and one of 1.1. Memory grows as octets arrive. Not thread
// safe.
class Reassembler {
 public:
  explicit Reassembler(std::size_t message_octets_max = std::size_t{256} << 20) noexcept
      : message_octets_max_(message_octets_max) {}

  // Takes a message that has more fragments, or a Fragment. `complete`: header() and take() are the whole message.
  FragmentOutcome add(const MessageHeader& header, OctetView message);

  // After `complete`: the message as if it had come whole; that of 1.1 is in parts, and followed by their ends.
  const MessageHeader& header() const noexcept { return header_; }
  std::vector<std::byte> take() noexcept { return std::move(whole_); }

  // Takes back memory that is no longer needed, as the room for a later message.
  void use_again(std::vector<std::byte> room) noexcept {
    room.clear();
    if (room.capacity() <= kept_octets_max) room_ = std::move(room);
  }
  // Releases that room.
  void rest() noexcept { room_ = {}; }

  // Forgets the message in progress with that id (1.2), or the one in progress if it has that id (1.1).
  // Returns false if there is no such message.
  bool cancel(std::uint32_t request_id) noexcept;

  std::size_t in_progress() const noexcept { return partials_.size(); }
  // The memory of the messages in progress, of the complete one that has not been taken, and of the room for another.
  std::size_t octets_held() const noexcept { return octets_in_progress_ + whole_.capacity() + room_.capacity(); }

  static constexpr std::size_t partials_max = 256;
  static constexpr std::size_t parts_max = std::size_t{1} << 20;

 private:
  static constexpr std::size_t kept_octets_max = std::size_t{64} << 20;

  struct Partial {
    FragmentedMessage<GrowingMemory> message;
    std::vector<std::uint32_t> ends;  // the ends of the fragments, in GIOP 1.1
  };
  FragmentOutcome begin(const MessageHeader& header, OctetView message);
  FragmentOutcome append(const MessageHeader& header, OctetView message);
  std::size_t room() const noexcept { return message_octets_max_ - octets_in_progress_; }
  Partial* find(const MessageHeader& header, const std::byte* message) noexcept;
  void count(Partial& partial, std::size_t octets);
  void give(Partial& partial);
  void remove(Partial& partial) noexcept;

  std::size_t message_octets_max_;
  std::size_t octets_in_progress_ = 0;
  std::vector<Partial> partials_;
  MessageHeader header_;
  std::vector<std::byte> whole_;
  std::vector<std::byte> room_;  // empty, but for its capacity
};

}  // namespace dimma::iiop
