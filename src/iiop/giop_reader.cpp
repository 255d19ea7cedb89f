#include "iiop/giop_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace dimma::iiop {

namespace {

// A message up to this size has its room at once; a longer one only as its octets arrive.
constexpr std::size_t believed_octets = std::size_t{64} << 10;
// A buffer above this size is given back as soon as it is empty; a smaller one after some small messages, or when its
// owner rests.
constexpr std::size_t kept_octets_max = std::size_t{128} << 20;
constexpr std::uint32_t small_messages_before_shrinking = 16;

ReaderOptions usable(ReaderOptions options) {
  constexpr std::size_t fragment_octets_min = GrowingMessage::fragment_header_octets;
  options.buffer_octets = std::max(options.buffer_octets, fragment_octets_min);
  options.early_octets_min = std::max(options.early_octets_min, 4 * fragment_octets_min);
  return options;
}

}  // namespace

MessageReader::MessageReader(const ReaderOptions& options)
    : options_(usable(options)),
      spares_(options.spares == 0 ? nullptr : std::make_shared<SpareBuffers>(options.spares, options_.buffer_octets)),
      buffer_(options_.buffer_octets, std::max(options_.buffer_octets, options_.message_octets_max)),
      reassembler_(options_.message_octets_max) {
  header_.minor = 0;
}

std::span<std::byte> MessageReader::make_space() {
  const std::size_t have = end_ - begin_;
  if (have == 0) {
    begin_ = end_ = line_end_ = 0;
    shrink();
  }
  const std::size_t wanted = std::max(needed_, have + 1);
  const std::size_t believed = std::max(std::max(believed_octets, 2 * have), have + 1);
  const std::size_t room = std::min(wanted, believed);
  const std::size_t behind = buffer_.capacity() - begin_;
  if (begin_ != 0 && (behind < room || buffer_.capacity() - end_ < buffer_.capacity() / 2)) move_to_front();
  if (begin_ + wanted > buffer_.capacity()) use_spare(wanted, have);
  buffer_.grow(begin_ + room, end_);
  const std::size_t free = buffer_.capacity() - end_;
  return {buffer_.data() + end_, options_.read_ahead ? free : std::min(free, wanted - have)};
}

void MessageReader::move_to_front() noexcept {
  const std::size_t have = end_ - begin_;
  if (have != 0) std::memmove(buffer_.data(), buffer_.data() + begin_, have);
  line_end_ = std::max(line_end_, begin_) - begin_;
  begin_ = 0;
  end_ = have;
}

// Whatever the message claims, this memory is there already.
void MessageReader::use_spare(std::size_t octets, std::size_t have) {
  if (!options_.long_messages) return;
  auto spare = options_.long_messages->take(octets);
  if (!spare) return;
  std::memcpy(spare->data(), buffer_.data() + begin_, have);
  std::swap(buffer_, *spare);
  line_end_ = std::max(line_end_, begin_) - begin_;
  begin_ = 0;
  end_ = have;
}

void MessageReader::rest() noexcept {
  drop_message();
  if (growing_ && grown_ == Grown::given) end_growing();
  if (begin_ != end_ || growing_) return;
  begin_ = end_ = 0;
  if (spare_memory_ && options_.long_messages) options_.long_messages->give(std::move(*spare_memory_));
  spare_memory_.reset();
  small_in_a_row_ = small_messages_before_shrinking;
  reassembler_.rest();
  try {
    shrink();
  } catch (const std::exception&) {
    // No memory for a smaller one: then it keeps what it has.
  }
}

void MessageReader::shrink() {
  const std::size_t capacity = buffer_.capacity();
  if (capacity <= options_.buffer_octets) return;
  if (capacity <= kept_octets_max && small_in_a_row_ < small_messages_before_shrinking) return;
  spare_memory_.reset();
  cdr::Buffer small(options_.buffer_octets, buffer_.limit());
  std::swap(buffer_, small);
  if (options_.long_messages) options_.long_messages->give(std::move(small));
}

Progress MessageReader::next_of_what_is_there() {
  if (is_irregular_) [[unlikely]] {
    if (!fault_.empty()) return Progress::fault;
    if (early_ && !growing_) {
      if (end_ - begin_ < needed_) return Progress::need_more;
      end_early();
      drop_message();
    }
  }
  for (;; drop_message()) {
    if (growing_) [[unlikely]] {
      if (const auto progress = go_on_growing()) return *progress;
    }
    const std::size_t have = end_ - begin_;
    const std::byte* const at = buffer_.data() + begin_;
    if (have < header_octets) {
      if (have != 0 && std::memcmp(at, "GIOP", std::min<std::size_t>(have, 4)) != 0) {
        return fail("octets that do not begin with GIOP");
      }
      return need(header_octets);
    }
    const std::span<const std::byte, header_octets> head(at, header_octets);
    const ParsedHeader parsed = parse_header(head, options_.message_octets_max);
    if (!parsed) [[unlikely]]
      return refuse_header(parsed.fault, head);
    header_ = parsed.header;
    const std::size_t whole = header_.message_octets();
    if (have < whole) return need(whole);
    if (header_.more_fragments && may_grow()) [[unlikely]] {
      needed_ = whole;
      begun_ = !begun_;
      if (begun_) return Progress::begun;
      if (grow({at, whole})) continue;
    }
    taken_ = whole;
    needed_ = header_octets;
    message_ = {at, whole};
    if (header_.more_fragments || header_.type == MessageType::fragment) [[unlikely]] {
      const Progress progress = add_fragment();
      if (progress == Progress::need_more) continue;
      return progress;
    }
    if (header_.type == MessageType::cancel_request) [[unlikely]]
      discard_cancelled();
    return Progress::message;
  }
}

Progress MessageReader::refuse_header(HeaderFault fault, std::span<const std::byte, header_octets> head) {
  if (fault == HeaderFault::version) header_.minor = giop_minor_max;
  too_large_ = fault == HeaderFault::too_large;
  return fail(describe(fault, head));
}

Progress MessageReader::add_fragment() {
  const Reassembler::Outcome outcome = reassembler_.add(header_, std::exchange(message_, {}));
  switch (outcome) {
    case Reassembler::Outcome::complete:
      header_ = reassembler_.header();
      assembled_ = reassembler_.take();
      message_ = OctetView(assembled_).first(header_.message_octets());
      return Progress::message;
    case Reassembler::Outcome::incomplete:
    case Reassembler::Outcome::stray:
      return Progress::need_more;
    default:
      too_large_ = outcome == Reassembler::Outcome::too_large;
      return fail(describe(outcome));
  }
}

void MessageReader::discard_cancelled() noexcept {
  constexpr std::size_t cancel_octets = header_octets + 4;
  if (reassembler_.in_progress() == 0 || message_.size() < cancel_octets) return;
  reassembler_.cancel(
      cdr::detail::load<std::uint32_t>(message_.data() + header_octets, header_.order != std::endian::native));
}

Progress MessageReader::fail(std::string text) {
  fault_ = std::move(text);
  is_irregular_ = true;
  message_ = {};
  return Progress::fault;
}

MessageReader::Kept MessageReader::keep() {
  message_ = {};
  if (!assembled_.empty()) return Kept(std::exchange(assembled_, {}));
  if (growing_ && taken_ == 0) {
    ReservedMemory memory = growing_->take_memory();
    growing_.reset();
    is_irregular_ = false;
    return {options_.long_messages, std::move(memory)};
  }
  const std::size_t ahead = octets_ahead();
  std::optional<cdr::Buffer> spare;
  if (spares_) spare = spares_->take();
  if (!spare) spare.emplace(std::max(options_.buffer_octets, ahead), buffer_.limit());
  auto& fresh = *spare;
  if (ahead != 0) std::memcpy(fresh.data(), buffer_.data() + begin_ + taken_, ahead);
  std::swap(buffer_, fresh);
  line_end_ = std::max(line_end_, begin_ + taken_) - (begin_ + taken_);
  begin_ = taken_ = 0;
  end_ = ahead;
  const bool is_long = fresh.capacity() > options_.buffer_octets;
  return {spares_, is_long ? options_.long_messages : nullptr, std::move(fresh)};
}

}  // namespace dimma::iiop
