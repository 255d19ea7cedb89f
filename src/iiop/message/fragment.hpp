#pragma once
// Messages in fragments (CORBA 3.3 part 2, 9.4.9): put together when received, cut up when sent.

#include "iiop/giop/giop.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// Puts the messages of one connection together. 1.2 names the request in each fragment, so that several messages may
// be in progress at once; 1.1 does not, so that one may, and counts alignment anew in each. Memory grows as octets
// arrive. Not thread safe.
class Reassembler {
 public:
  explicit Reassembler(std::size_t message_octets_max = std::size_t{256} << 20) noexcept
      : message_octets_max_(message_octets_max) {}

  enum class Outcome : std::uint8_t {
    complete,    // header() and take() are the whole message
    incomplete,  // taken; more is to come
    stray,       // a fragment of no message in progress: one that was cancelled, or a fault of the peer. Dropped
    malformed,   // a fragment without its request id, or a message begun twice
    too_large,   // all that is in progress together is above the limit
    too_many,    // more messages in progress than partials_max, or fragments of a message of 1.1 than parts_max
  };
  // Takes a message that has more fragments, or a Fragment.
  Outcome add(const MessageHeader& header, OctetView message);

  // After `complete`: as if the message had come in one; in 1.1 as one in parts, with their ends behind it.
  const MessageHeader& header() const noexcept { return header_; }
  std::vector<std::byte> take() noexcept { return std::move(whole_); }

  // Room for a message to come: what was taken and is not needed any more.
  void use_again(std::vector<std::byte> room) noexcept {
    room.clear();
    if (room.capacity() <= kept_octets_max) room_ = std::move(room);
  }
  // Gives that room back.
  void rest() noexcept { room_ = {}; }

  // Forgets the message in progress with that id (1.2), or the one in progress if it has that id (1.1).
  // False when there is none.
  bool cancel(std::uint32_t request_id) noexcept;

  std::size_t in_progress() const noexcept { return partials_.size(); }
  // Of what is in progress, of what is whole and not taken, and of the room for another.
  std::size_t octets_held() const noexcept { return octets_in_progress_ + whole_.capacity() + room_.capacity(); }

  static constexpr std::size_t partials_max = 256;
  static constexpr std::size_t parts_max = std::size_t{1} << 20;

 private:
  static constexpr std::size_t kept_octets_max = std::size_t{64} << 20;

  struct Partial {
    MessageHeader header;
    std::uint32_t request_id = 0;
    std::vector<std::byte> octets;
    std::vector<std::uint32_t> ends;  // of the fragments, in 1.1
  };
  void add_octets(Partial& to, OctetView data);
  Outcome begin(const MessageHeader& header, OctetView message);
  Outcome append(const MessageHeader& header, OctetView message);
  Partial* find(bool has_id, std::uint32_t request_id) noexcept;
  void give(Partial& partial);
  void forget(Partial& partial) noexcept;

  std::size_t message_octets_max_;
  std::size_t octets_in_progress_ = 0;
  std::vector<Partial> partials_;
  MessageHeader header_;
  std::vector<std::byte> whole_;
  std::vector<std::byte> room_;  // empty, but for its capacity
};
const char* describe(Reassembler::Outcome outcome) noexcept;

// Of the request that a message of 1.2 belongs to which may be in fragments, or that a CancelRequest names: 16 octets
// of it have to be there.
std::uint32_t named_request(const MessageHeader& header, const std::byte* message) noexcept;

// Sets flags and size in a message's 12 octets.
void mark(std::byte* message, const MessageHeader& header) noexcept;

// A whole message as pieces to be sent: as it stands where it is short enough, and otherwise cut up, each piece with
// a header of its own. Copies nothing of the message but sets the flags and the size in its header; the message has to
// live and stay where it is until the pieces are sent. Only 1.2 messages that may be fragmented are cut.
class FragmentPlan {
 public:
  // `message_octets_max` is for each message sent, headers included; it counts as at least 32.
  FragmentPlan(std::span<std::byte> message, std::size_t message_octets_max);

  // For one send() in a row; the sender may change them.
  std::span<iovec> pieces() noexcept { return pieces_; }
  // How many messages they are.
  std::size_t messages() const noexcept { return fragment_headers_.size() + 1; }

 private:
  static constexpr std::size_t fragment_header_octets = header_octets + 4;
  std::vector<std::array<std::byte, fragment_header_octets>> fragment_headers_;
  std::vector<iovec> pieces_;
};

}  // namespace dimma::iiop
