#pragma once
// Assembles the messages of one connection from fragments that have been received as a whole.

#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment.hpp"
#include "iiop/message/fragmented_message.hpp"
#include "iiop/message/growing_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dimma::iiop {

// Several GIOP 1.2 messages may be in progress at once, but only one GIOP 1.1 message. Memory grows as octets arrive.
// Not thread-safe.
class Reassembler {
 public:
  explicit Reassembler(std::size_t message_octets_max = std::size_t{256} << 20) noexcept
      : message_octets_max_(message_octets_max) {}

  // Adds a message that has more fragments, or a Fragment. After `complete`, header() and take() return the whole
  // message.
  FragmentOutcome add(const MessageHeader& header, OctetView message);

  // Valid after `complete`: the message as if it had arrived in one piece. A GIOP 1.1 message is in parts, and is
  // followed by the ends of the parts.
  const MessageHeader& header() const noexcept { return header_; }
  std::vector<std::byte> take() noexcept { return std::move(whole_); }

  // Takes back memory that is no longer needed, for reuse by a later message.
  void use_again(std::vector<std::byte> room) noexcept {
    room.clear();
    if (room.capacity() <= kept_octets_max) room_ = std::move(room);
  }
  // Releases the memory for reuse.
  void rest() noexcept { room_ = {}; }

  // Drops the message in progress with that id (GIOP 1.2), or the one in progress if it has that id (GIOP 1.1). Returns
  // false if there is no such message.
  bool cancel(std::uint32_t request_id) noexcept;

  std::size_t in_progress() const noexcept { return partials_.size(); }
  // The memory of the messages in progress, of the complete one that has not been taken, and for reuse.
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
  std::vector<std::byte> room_;  // empty; only its capacity is used
};

}  // namespace dimma::iiop
