#include "iiop/message/giop_reader.hpp"

#include "base/never_destroyed.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace dimma::iiop {

namespace {

// The buffer grows at once to the size of a message up to this length, and for a longer one as its octets arrive.
constexpr std::size_t believed_octets = std::size_t{64} << 10;
// A buffer above this size is released as soon as it is empty; a smaller one after some small messages, or by
// rest().
constexpr std::size_t kept_octets_max = std::size_t{128} << 20;
constexpr std::uint32_t small_messages_before_shrinking = 16;
// If more than this many octets follow a message that is kept, they are usually not copied.
constexpr std::size_t copied_ahead_octets_max = std::size_t{64} << 10;

ReaderOptions usable(ReaderOptions options) {
  options.buffer_octets = std::max(options.buffer_octets, named_fragment_octets_min);
  options.streaming_octets_min = std::max(options.streaming_octets_min, 4 * named_fragment_octets_min);
  return options;
}

}  // namespace

MessageReader::MessageReader(const ReaderOptions& options)
    : options_(usable(options)),
      spares_(options.spares == 0 ? nullptr
                                  : std::make_shared<ReceiveBufferPool>(options.spares, options_.buffer_octets)),
      buffer_(ordinary_buffer(options_)),
      reassembler_(options_.message_octets_max),
      lease_(options_.memory) {
  header_.minor = 0;
}

cdr::Buffer MessageReader::ordinary_buffer(const ReaderOptions& options) {
  const std::size_t octets = usable(options).buffer_octets;
  return cdr::Buffer(octets, std::max(octets, options.message_octets_max));
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
  if (begin_ + room > buffer_.capacity()) grow_buffer(begin_ + room);
  const std::size_t free = buffer_.capacity() - end_;
  return {buffer_.data() + end_, options_.read_ahead ? free : std::min(free, wanted - have)};
}

// Makes room for the size that a message's header announces. For messages that queue up while another one is read
// early, doubles the buffer, because their number is not known: an octet is then copied once for each doubling rather
// than once for each message.
void MessageReader::grow_buffer(std::size_t octets) {
  const bool has_line = line_end_ > begin_;
  const std::size_t doubled = has_line ? std::min(2 * buffer_.capacity(), buffer_.limit()) : 0;
  const std::size_t wanted = std::max(octets, doubled);
  if (!account_for_buffer(wanted)) {
    if (wanted == octets || !account_for_buffer(octets)) raise_holds_too_much();
    octets_moved_ += end_;
    return buffer_.grow(octets, end_);
  }
  octets_moved_ += end_;
  buffer_.grow(wanted, end_);
}

// Does not count the ordinary buffers that every connection has.
std::size_t MessageReader::octets_held() const noexcept {
  const auto beyond_ordinary = [this](std::size_t octets) { return octets > options_.buffer_octets ? octets : 0; };
  // The memory of a message in fragments is allocated page by page, and counted in steps of 64 KiB.
  constexpr std::size_t step = std::size_t{64} << 10;
  std::size_t octets = beyond_ordinary(buffer_.capacity()) + beyond_ordinary(reassembler_.octets_held()) +
                       beyond_ordinary(assembled_.capacity());
  if (const auto* const message = growing()) octets += (message->memory().used() + step - 1) / step * step;
  if (spare_memory_) octets += spare_memory_->used();
  if (backlog_) octets += backlog_->buffer->capacity();
  return octets;
}

bool MessageReader::account_for_buffer(std::size_t octets) noexcept {
  if (!options_.memory || octets <= options_.buffer_octets) return true;
  const std::size_t now = buffer_.capacity() > options_.buffer_octets ? buffer_.capacity() : 0;
  return lease_.resize(octets_held() - now + octets);
}

Fault MessageReader::holds_too_much() const {
  const auto& budget = options_.memory->budget();
  return {Fault::Kind::memory_exhausted,
          "connection memory limit exceeded: " + std::to_string(budget.connection_octets_max()) +
              " octets of one connection (--dimma-connection-memory), or of all connections " +
              std::to_string(budget.octets_max()) + " (--dimma-max-memory)"};
}

void MessageReader::raise_holds_too_much() const {
  throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_NO, holds_too_much().text);
}

void MessageReader::move_to_front() noexcept {
  const std::size_t have = end_ - begin_;
  move_within_buffer(0, begin_, have);
  line_end_ = std::max(line_end_, begin_) - begin_;
  begin_ = 0;
  end_ = have;
}

// Trusts any size that the message claims if a spare buffer has that size, because the memory is already allocated.
void MessageReader::use_spare(std::size_t octets, std::size_t have) {
  if (!options_.long_messages) return;
  auto spare = options_.long_messages->take(octets);
  if (!spare) return;
  std::memcpy(spare->data(), buffer_.data() + begin_, have);
  octets_moved_ += have;
  std::swap(buffer_, *spare);
  line_end_ = std::max(line_end_, begin_) - begin_;
  begin_ = 0;
  end_ = have;
  if (!account()) raise_holds_too_much();
}

void MessageReader::rest() noexcept {
  drop_message();
  if (const auto* const growing = std::get_if<Growing>(&state_); growing != nullptr) {
    if (growing->stage == Growing::Stage::given) end_growing();
  }
  if (begin_ != end_ || growing() != nullptr || backlog_) return;
  begin_ = end_ = 0;
  if (spare_memory_ && options_.long_messages) options_.long_messages->give(std::move(*spare_memory_));
  spare_memory_.reset();
  small_in_a_row_ = small_messages_before_shrinking;
  reassembler_.rest();
  try {
    shrink();
  } catch (const std::exception&) {
    // Without memory for a smaller buffer, the reader keeps its buffer.
  }
  account();
}

void MessageReader::shrink() {
  const std::size_t capacity = buffer_.capacity();
  if (capacity <= options_.buffer_octets) return;
  if (capacity <= kept_octets_max && small_in_a_row_ < small_messages_before_shrinking) return;
  spare_memory_.reset();
  cdr::Buffer small(options_.buffer_octets, buffer_.limit());
  std::swap(buffer_, small);
  if (options_.long_messages) options_.long_messages->give(std::move(small));
  account();
}

// Inlined into its only caller, which is on the path of every message.
[[gnu::always_inline]] inline Progress MessageReader::next_in_buffer() {
  if (is_irregular_) {
    if (is<Failed>()) return Progress::fault;
    if (is<ReadInBuffer>()) {
      if (end_ - begin_ < needed_) return Progress::need_more;
      end_streaming();
      drop_message();
    }
  }
  for (;; drop_message()) {
    if (is_irregular_ && is<Growing>()) {
      if (const auto progress = go_on_growing()) return *progress;
    }
    const std::size_t have = end_ - begin_;
    const std::byte* const at = buffer_.data() + begin_;
    if (have < header_octets) {
      if (have != 0 && std::memcmp(at, "GIOP", std::min<std::size_t>(have, 4)) != 0) {
        return fail({Fault::Kind::malformed, "octets that do not begin with GIOP"});
      }
      return need(header_octets);
    }
    const std::span<const std::byte, header_octets> head(at, header_octets);
    const ParsedHeader parsed = parse_header(head, options_.message_octets_max);
    if (!parsed) return refuse_header(parsed.fault, head);
    header_ = parsed.header;
    note_usual_begin(at);
    const std::size_t whole = header_.message_octets();
    if (have < whole) return need(whole);
    if (header_.more_fragments && may_grow()) {
      needed_ = whole;
      if (!is<Announced>()) {
        state_ = Announced();
        return Progress::begun;
      }
      state_ = Ordinary();
      if (grow({at, whole}, Growing::Stage::awaited)) continue;
    }
    taken_ = whole;
    needed_ = header_octets;
    message_ = {at, whole};
    if (header_.more_fragments || header_.type == MessageType::fragment) {
      const Progress progress = add_fragment();
      if (progress == Progress::need_more) continue;
      return progress;
    }
    if (header_.type == MessageType::cancel_request) discard_cancelled();
    return Progress::message;
  }
}

// Records the beginning of the header for take_usual() if such a message needs no special handling.
void MessageReader::note_usual_begin(const std::byte* at) noexcept {
  const bool is_usual = !header_.more_fragments && header_.order == std::endian::native &&
                        (header_.type == MessageType::request || header_.type == MessageType::reply);
  usual_begin_ = cdr::detail::load<std::uint64_t>(at, false);
  usual_octets_max_ = is_usual ? options_.message_octets_max : 0;
}

Progress MessageReader::next_of_what_is_there() {
  for (;;) {
    const Progress progress = next_in_buffer();
    if (progress != Progress::need_more || !backlog_) return progress;
    take_from_backlog();
  }
}

Progress MessageReader::refuse_header(HeaderFault fault, std::span<const std::byte, header_octets> head) {
  if (fault == HeaderFault::version) header_.minor = giop_minor_max;
  return fail(fault_of(fault, head));
}

Progress MessageReader::add_fragment() {
  const FragmentOutcome outcome = reassembler_.add(header_, std::exchange(message_, {}));
  if (!account()) return fail(holds_too_much());
  switch (outcome) {
    case FragmentOutcome::complete:
      header_ = reassembler_.header();
      usual_octets_max_ = 0;
      assembled_ = reassembler_.take();
      message_ = OctetView(assembled_).first(header_.message_octets());
      return Progress::message;
    case FragmentOutcome::incomplete:
    case FragmentOutcome::stray:
      return Progress::need_more;
    default:
      return fail(fault_of(outcome));
  }
}

void MessageReader::discard_cancelled() noexcept {
  constexpr std::size_t cancel_octets = header_octets + 4;
  if (reassembler_.in_progress() == 0 || message_.size() < cancel_octets) return;
  reassembler_.cancel(
      cdr::detail::load<std::uint32_t>(message_.data() + header_octets, header_.order != std::endian::native));
}

// Keeps the first fault, and with it the unfinished message, which may still be read.
Progress MessageReader::fail(Fault fault) {
  if (is<Failed>()) return Progress::fault;
  auto* const growing = std::get_if<Growing>(&state_);
  auto message = growing == nullptr ? nullptr : std::move(growing->message);
  become(Failed{std::move(fault), std::move(message)});
  message_ = {};
  return Progress::fault;
}

const Fault& MessageReader::fault() const noexcept {
  static NeverDestroyed<Fault> none;
  const auto* const failed = std::get_if<Failed>(&state_);
  return failed == nullptr ? *none : failed->fault;
}

MessageReader::Kept MessageReader::keep(std::optional<cdr::Buffer>* spare_given) {
  if (!assembled_.empty()) {
    message_ = {};
    MemoryLease lease = lease_.split(assembled_.capacity());
    return {std::exchange(assembled_, {}), std::move(lease)};
  }
  if (auto* const growing = std::get_if<Growing>(&state_); growing != nullptr && taken_ == 0) {
    message_ = {};
    ReservedPages memory = growing->message->release();
    become(Ordinary());
    MemoryLease lease = lease_.split(memory.used());
    account();
    return {options_.long_messages, std::move(memory), std::move(lease)};
  }
  const std::size_t ahead = end_ - begin_ - taken_;
  if (ahead > copied_ahead_octets_max && !spares_ && !backlog_) return keep_with_backlog();
  std::optional<cdr::Buffer> spare;
  if (spares_) {
    spare = spares_->take();
  } else if (spare_given != nullptr && *spare_given && ahead <= options_.buffer_octets) {
    spare.swap(*spare_given);
  }
  if (!spare) spare.emplace(std::max(options_.buffer_octets, ahead), buffer_.limit());
  auto& fresh = *spare;
  message_ = {};
  if (ahead != 0) std::memcpy(fresh.data(), buffer_.data() + begin_ + taken_, ahead);
  octets_moved_ += ahead;
  std::swap(buffer_, fresh);
  line_end_ = std::max(line_end_, begin_ + taken_) - (begin_ + taken_);
  begin_ = taken_ = 0;
  end_ = ahead;
  const bool is_long = fresh.capacity() > options_.buffer_octets;
  MemoryLease lease = lease_.split(is_long ? fresh.capacity() : 0);
  account();
  return {spares_, is_long ? options_.long_messages : nullptr, std::move(fresh), std::move(lease)};
}

MessageReader::Kept MessageReader::keep_with_backlog() {
  cdr::Buffer fresh(options_.buffer_octets, buffer_.limit());
  const auto shared = std::make_shared<const cdr::Buffer>(std::move(buffer_));
  buffer_ = std::move(fresh);
  backlog_ = {shared, begin_ + taken_, end_};
  message_ = {};
  begin_ = end_ = taken_ = line_end_ = 0;
  settle();
  return {shared, MemoryLease()};  // counted with the backlog, which is released last
}

// Moves octets from the backlog to the buffer: those that the message in progress lacks, and at least as many as an
// ordinary buffer holds.
void MessageReader::take_from_backlog() {
  if (begin_ == end_) begin_ = end_ = line_end_ = 0;
  if (begin_ != 0) move_to_front();
  const std::size_t lacking = std::max(needed_, end_ + 1) - end_;
  const std::size_t some = std::min(std::max(lacking, options_.buffer_octets), backlog_->end - backlog_->begin);
  if (end_ + some > buffer_.capacity()) grow_buffer(end_ + some);
  std::memcpy(buffer_.data() + end_, backlog_->buffer->data() + backlog_->begin, some);
  octets_moved_ += some;
  end_ += some;
  backlog_->begin += some;
  if (backlog_->begin != backlog_->end) return;
  backlog_.reset();
  settle();
  account();
}

}  // namespace dimma::iiop
