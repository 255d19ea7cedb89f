#pragma once
// One message that is put together of its fragments: the rules that hold for all, and where its octets go.
//
// `Memory` says where. GrowingMemory takes fragments that have been received whole. ReservedPages has room for the
// longest message that there may be and does not move: there a fragment's octets can be received to where they belong,
// and be read before the message is whole, the length of which only its last fragment says.

#include "base/sync/assert.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace dimma::iiop {

// A state machine without I/O. Not thread safe.
template <class Memory>
class FragmentedMessage {
 public:
  // `first`: what there is of the first fragment, from GIOP 1.2 on its header and request id at least.
  FragmentedMessage(const MessageHeader& header, OctetView first, Memory memory)
      : header_(header),
        request_id_(names_its_request(header) ? named_request(header, first.data()) : 0),
        fragment_left_(header.message_octets()),
        memory_(std::move(memory)) {
    append(first);
  }

  // As the first fragment said.
  const MessageHeader& header() const noexcept { return header_; }
  // The received part of the message, without the headers of all fragments but the first.
  OctetView octets() const noexcept { return {memory_.data(), octets_}; }

  // True if a Fragment or a CancelRequest belongs to this message. From GIOP 1.2 on it requires 16 octets.
  bool is_named_by(const MessageHeader& header, const std::byte* message) const noexcept {
    if (names_its_request(header) != names_its_request(header_)) return false;
    return !names_its_request(header) || is_of(named_request(header, message));
  }
  bool is_of(std::uint32_t request_id) const noexcept {
    return names_its_request(header_) && request_id == request_id_;
  }

  // A Fragment of it follows, with at most `room` octets of data: incomplete, malformed or too_large.
  FragmentOutcome begin_fragment(const MessageHeader& header, std::size_t room) noexcept {
    if (header.order != header_.order) return FragmentOutcome::malformed;
    const std::size_t data = header.message_octets() - fragment_header_octets(header);
    if (data > room) return FragmentOutcome::too_large;
    fragment_left_ = data;
    is_last_ = !header.more_fragments;
    return FragmentOutcome::incomplete;
  }
  // Octets that the fragment in progress lacks. Without any a fragment's header is the next that is to come.
  std::size_t fragment_left() const noexcept { return fragment_left_; }
  bool is_last_fragment() const noexcept { return is_last_; }
  bool is_whole() const noexcept { return is_last_ && fragment_left_ == 0; }

  // Some of them.
  void append(OctetView data) {
    memory_.put(octets_, data);
    count(data.size());
  }
  // In ReservedPages: where they belong; and that so many have been received there.
  std::byte* end() noexcept { return memory_.data() + octets_; }
  void received(std::size_t octets) noexcept {
    memory_.use(octets_ + octets);
    count(octets);
  }

  // Makes a whole one what it were if it had come in one piece; gives its header.
  MessageHeader unite() noexcept {
    DIMMA_ASSERT(is_whole());
    header_.more_fragments = false;
    header_.size = static_cast<std::uint32_t>(octets_ - header_octets);
    mark(memory_.data(), header_);
    return header_;
  }

  const Memory& memory() const noexcept { return memory_; }
  // For another one.
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
