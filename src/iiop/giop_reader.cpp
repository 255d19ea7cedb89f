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
// Of a message that is given early so much has to be there, and of one that there is no room for yet, this part.
constexpr std::size_t early_octets_first = std::size_t{64} << 10;
constexpr std::size_t early_part_first = 16;

}  // namespace

MessageReader::MessageReader(const ReaderOptions& options)
    : options_{options.message_octets_max, std::max(options.buffer_octets, header_octets), options.read_ahead,
               options.spares, options.long_messages},
      spares_(options.spares == 0 ? nullptr : std::make_shared<SpareBuffers>(options.spares, options_.buffer_octets)),
      buffer_(options_.buffer_octets, std::max(options_.buffer_octets, options_.message_octets_max)),
      reassembler_(options_.message_octets_max) {
  header_.minor = 0;
}

std::span<std::byte> MessageReader::make_space() {
  const std::size_t have = end_ - begin_;
  if (have == 0) {
    begin_ = end_ = 0;
    shrink();
  }
  const std::size_t wanted = std::max(needed_, have + 1);
  const std::size_t believed = std::max(std::max(believed_octets, 2 * have), have + 1);
  const std::size_t room = std::min(wanted, believed);
  const std::size_t behind = buffer_.capacity() - begin_;
  if (begin_ != 0 && (behind < room || buffer_.capacity() - end_ < buffer_.capacity() / 2)) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, have);
    begin_ = 0;
    end_ = have;
  }
  if (begin_ + wanted > buffer_.capacity()) use_spare(wanted, have);
  buffer_.grow(begin_ + room, end_);
  const std::size_t free = buffer_.capacity() - end_;
  return {buffer_.data() + end_, options_.read_ahead ? free : std::min(free, wanted - have)};
}

// Whatever the message claims, this memory is there already.
void MessageReader::use_spare(std::size_t octets, std::size_t have) {
  if (!options_.long_messages) return;
  auto spare = options_.long_messages->take(octets);
  if (!spare) return;
  std::memcpy(spare->data(), buffer_.data() + begin_, have);
  std::swap(buffer_, *spare);
  begin_ = 0;
  end_ = have;
}

void MessageReader::rest() noexcept {
  drop_message();
  if (begin_ != end_) return;
  begin_ = end_ = 0;
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
  cdr::Buffer small(options_.buffer_octets, buffer_.limit());
  std::swap(buffer_, small);
  if (options_.long_messages) options_.long_messages->give(std::move(small));
}

Progress MessageReader::next_of_what_is_there() {
  if (is_irregular_) [[unlikely]] {
    if (!fault_.empty()) return Progress::fault;
    if (end_ - begin_ < needed_) return Progress::need_more;
    end_early();
    drop_message();
  }
  for (;; drop_message()) {
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
    if (!parsed) [[unlikely]] {
      if (parsed.fault == HeaderFault::version) header_.minor = giop_minor_max;
      too_large_ = parsed.fault == HeaderFault::too_large;
      return fail(describe(parsed.fault, head));
    }
    header_ = parsed.header;
    const std::size_t whole = header_.message_octets();
    if (have < whole) return need(whole);
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

bool MessageReader::begin_early_if_enough_is_there() {
  const std::size_t have = end_ - begin_;
  const bool has_room = begin_ + needed_ <= buffer_.capacity();
  const bool is_awaited = header_.type == MessageType::request || header_.type == MessageType::reply;
  if (early_ || !is_awaited || header_.more_fragments || have < early_octets_first) return false;
  if (!has_room && have < needed_ / early_part_first) return false;
  if (!has_room) buffer_.grow(begin_ + needed_, end_);
  message_ = {buffer_.data() + begin_, have};
  early_ = is_irregular_ = true;
  return true;
}

const std::byte* MessageReader::received_early(std::size_t octets) noexcept {
  end_ += octets;
  if (end_ - begin_ == needed_) end_early();
  return buffer_.data() + end_;
}

void MessageReader::end_early() noexcept {
  early_ = is_irregular_ = false;
  taken_ = needed_;
  message_ = {buffer_.data() + begin_, taken_};
  needed_ = header_octets;
}

Progress MessageReader::add_fragment() {
  const Reassembler::Outcome outcome = reassembler_.add(header_, std::exchange(message_, {}));
  switch (outcome) {
    case Reassembler::Outcome::complete:
      header_ = reassembler_.header();
      assembled_ = reassembler_.take();
      message_ = assembled_;
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
  if (!assembled_.empty()) {
    message_ = {};
    return Kept(std::exchange(assembled_, {}));
  }
  const std::size_t ahead = octets_ahead();
  std::optional<cdr::Buffer> spare;
  if (spares_) spare = spares_->take();
  if (!spare) spare.emplace(std::max(options_.buffer_octets, ahead), buffer_.limit());
  auto& fresh = *spare;
  if (ahead != 0) std::memcpy(fresh.data(), buffer_.data() + begin_ + taken_, ahead);
  std::swap(buffer_, fresh);
  begin_ = taken_ = 0;
  end_ = ahead;
  message_ = {};
  const bool is_long = fresh.capacity() > options_.buffer_octets;
  return {spares_, is_long ? options_.long_messages : nullptr, std::move(fresh)};
}

}  // namespace dimma::iiop
