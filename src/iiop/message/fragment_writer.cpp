#include "iiop/message/fragment_writer.hpp"

#include "iiop/message/send.hpp"

#include <algorithm>
#include <cstring>

namespace dimma::iiop {

namespace {

// Moves the last octets of the pieces to `kept`, so that they are not sent.
void keep_last(std::vector<iovec>& pieces, std::span<std::byte> kept) {
  while (!kept.empty()) {
    iovec& piece = pieces.back();
    const std::size_t some = std::min(piece.iov_len, kept.size());
    piece.iov_len -= some;
    std::memcpy(kept.data() + kept.size() - some, static_cast<const std::byte*>(piece.iov_base) + piece.iov_len, some);
    kept = kept.first(kept.size() - some);
    if (piece.iov_len == 0) pieces.pop_back();
  }
}

}  // namespace

std::span<iovec> FragmentWriter::cut(cdr::Encoder& message, bool is_last) {
  pieces_ = pieces_of(message);
  const std::size_t octets = message.message_octets() - message.drained();
  kept_octets_ = is_last ? 0 : (octets - 1) % alignment + 1;
  keep_last(pieces_, std::span(kept_).first(kept_octets_));
  const std::size_t size = octets - kept_octets_ + (begun_ ? head_.size() : 0) - header_octets;
  if (size > 0xffff'ffffU) message_too_large(size);
  std::byte* const first = message.buffer().data();
  if (!begun_) {
    header_ = parse_header(std::span<const std::byte, header_octets>(first, header_octets), ~std::size_t{0}).header;
    std::memcpy(head_.data(), first, head_.size());
  }
  header_.size = static_cast<std::uint32_t>(size);
  header_.more_fragments = !is_last;
  if (begun_) {
    mark(head_.data(), header_);
    pieces_.insert(pieces_.begin(), {head_.data(), head_.size()});
  } else {
    mark(first, header_);
  }
  return pieces_;
}

void FragmentWriter::sent(cdr::Encoder& message) noexcept {
  begun_ = true;
  write_header(head_.data(), header_.minor, MessageType::fragment, header_.order);
  message.take_drained(std::span(kept_).first(kept_octets_));
}

}  // namespace dimma::iiop
