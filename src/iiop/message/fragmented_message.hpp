#pragma once
// One message that is assembled from its fragments, by the rules that apply to all such messages.
//
// `Memory` holds the octets of the message. GrowingMemory takes fragments that have been received as a whole.
// ReservedPages has room for the longest permitted message, and does not move, so a fragment can be received directly
// into its place and read before the message is complete. The length is known only when the last fragment has begun.

#include "base/sync/assert.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dimma::iiop {

// A state machine without I/O. Not thread-safe.
template <class Memory>
class FragmentedMessage {
 public:
  // `first` is the part of the first fragment that has arrived: in GIOP 1.2, at least its header and request id.
  FragmentedMessage(const MessageHeader& header, OctetView first, Memory memory)
      : header_(header),
        request_id_(names_its_request(header) ? named_request(header, first.data()) : 0),
        fragment_left_(header.message_octets()),
        memory_(std::move(memory)) {
    append(first);
  }

  // The header of the first fragment; after unite(), that of the message.
  const MessageHeader& header() const noexcept { return header_; }
  // The received part of the message, with the header of the first fragment only.
  OctetView octets() const noexcept { return {memory_.data(), octets_}; }

  // True if a Fragment or a CancelRequest belongs to this message. In GIOP 1.2 it requires 16 octets of `message`.
  bool is_named_by(const MessageHeader& header, const std::byte* message) const noexcept {
    if (names_its_request(header) != names_its_request(header_)) return false;
    return !names_its_request(header) || is_of(named_request(header, message));
  }
  bool is_of(std::uint32_t request_id) const noexcept {
    return names_its_request(header_) && request_id == request_id_;
  }

  // Begins a Fragment of the message, with at most `room` octets of data. Returns incomplete, malformed or too_large.
  FragmentOutcome begin_fragment(const MessageHeader& header, std::size_t room) noexcept {
    if (header.order != header_.order) return FragmentOutcome::malformed;
    const std::size_t data = header.message_octets() - fragment_header_octets(header);
    if (data > room) return FragmentOutcome::too_large;
    fragment_left_ = data;
    is_last_ = !header.more_fragments;
    return FragmentOutcome::incomplete;
  }
  // The number of octets that the fragment in progress lacks. If zero, the header of the next fragment follows.
  std::size_t fragment_left() const noexcept { return fragment_left_; }
  bool is_last_fragment() const noexcept { return is_last_; }
  bool is_whole() const noexcept { return is_last_ && fragment_left_ == 0; }

  // Appends octets of the fragment in progress.
  void append(OctetView data) {
    memory_.put(octets_, data);
    count(data.size());
  }
  // For ReservedPages: end() is the place for the next octets. received() counts the octets received there.
  std::byte* end() noexcept { return memory_.data() + octets_; }
  void received(std::size_t octets) noexcept {
    memory_.use(octets_ + octets);
    count(octets);
  }

  // Turns the complete message into the same message in one piece. Returns its header.
  MessageHeader unite() noexcept {
    DIMMA_ASSERT(is_whole());
    header_.more_fragments = false;
    header_.size = static_cast<std::uint32_t>(octets_ - header_octets);
    mark(memory_.data(), header_);
    return header_;
  }

  const Memory& memory() const noexcept { return memory_; }
  // Releases the memory for another message.
  Memory release() noexcept { return std::move(memory_); }

 private:
  void count(std::size_t octets) noexcept {
    DIMMA_ASSERT(octets <= fragment_left_);
    octets_ += octets;
    fragment_left_ -= octets;
  }

  MessageHeader header_;
  std::uint32_t request_id_;
  std::size_t octets_ = 0;
  std::size_t fragment_left_;
  bool is_last_ = false;
  Memory memory_;
};

}  // namespace dimma::iiop
