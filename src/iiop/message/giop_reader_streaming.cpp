// The part of MessageReader that returns messages while they arrive.

#include "iiop/message/giop_reader.hpp"

#include <dimma/exception.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace dimma::iiop {

namespace {

// A message in one piece is returned early if it has one_piece_octets_min octets, and one_piece_octets_first of them
// have arrived. If there is no room for the message yet, 1 / one_piece_part_first of it must have arrived as well.
constexpr std::size_t one_piece_octets_min = std::size_t{256} << 10;
constexpr std::size_t one_piece_octets_first = std::size_t{64} << 10;
constexpr std::size_t one_piece_part_first = 16;
// A message in fragments may be read early once 1 / fragment_part_first of the shortest first fragment has arrived.
constexpr std::size_t fragment_part_first = 4;
// A fragment that is not read early passes through the buffer in steps of this length.
constexpr std::size_t buffered_octets_max = std::size_t{64} << 10;
// Memory for messages in fragments is not kept for reuse if more of it than this has been used.
constexpr std::size_t kept_reassembly_octets_max = std::size_t{128} << 20;

// True for a message that can be assembled while it is read.
bool is_in_named_fragments(const MessageHeader& header) noexcept {
  return header.more_fragments && names_its_request(header) &&
         (header.type == MessageType::request || header.type == MessageType::reply);
}

}  // namespace

MessageReader::ArrivingMessage* MessageReader::growing() const noexcept {
  if (const auto* const growing = std::get_if<Growing>(&state_)) return growing->message.get();
  if (const auto* const failed = std::get_if<Failed>(&state_)) return failed->message.get();
  return nullptr;
}

bool MessageReader::is_read_early() const noexcept {
  const auto* const growing = std::get_if<Growing>(&state_);
  return is<ReadInBuffer>() || (growing != nullptr && growing->stage == Growing::Stage::read_early);
}

void MessageReader::stage(Growing::Stage value) noexcept {
  if (auto* const growing = std::get_if<Growing>(&state_)) growing->stage = value;
}

bool MessageReader::begin_streaming_if_enough_is_there() {
  const std::size_t have = end_ - begin_;
  const bool is_awaited = header_.type == MessageType::request || header_.type == MessageType::reply;
  if (is_irregular_ || !is_awaited) return false;
  if (header_.more_fragments) {
    if (!is_in_named_fragments(header_) || have < options_.streaming_octets_min / fragment_part_first) return false;
    return begin_growing({buffer_.data() + begin_, std::min(have, needed_)});
  }
  if (needed_ < one_piece_octets_min || have < one_piece_octets_first) return false;
  const bool has_room = begin_ + needed_ <= buffer_.capacity();
  if (!has_room && have < needed_ / one_piece_part_first) return false;
  if (!has_room && !account_for_buffer(begin_ + needed_)) return false;
  if (!has_room) buffer_.grow(begin_ + needed_, end_);
  message_ = {buffer_.data() + begin_, have};
  become(ReadInBuffer());
  return true;
}

std::span<std::byte> MessageReader::streaming_space() {
  auto* const message = growing();
  DIMMA_ASSERT(message != nullptr || is<ReadInBuffer>());
  if (message == nullptr) return {buffer_.data() + end_, begin_ + header_.message_octets() - end_};
  const std::size_t left = message->fragment_left();
  if (left == 0) {
    const auto space = make_space();
    return space.first(std::min(space.size(), needed_ - (end_ - begin_)));
  }
  if (message->is_last_fragment()) return {message->end(), left};
  if (begin_ == end_) begin_ = end_ = line_end_ = 0;
  if (buffer_.capacity() - end_ < named_fragment_octets_min) {
    grow_buffer(end_ + named_fragment_octets_min);
  }
  return {message->end(), left + named_fragment_octets_min};
}

std::size_t MessageReader::streaming_octets_next() const noexcept {
  const auto* const message = growing();
  return message != nullptr ? message->fragment_left() : begin_ + header_.message_octets() - end_;
}

MessageReader::Streaming MessageReader::streaming() const noexcept {
  if (is_read_early()) return Streaming::arriving;
  if (is<Failed>()) return Streaming::fault;
  const auto* const message = growing();
  return message != nullptr && !message->is_whole() ? Streaming::cancelled : Streaming::whole;
}

// Returns the end of the message or, while its last fragment is missing, the furthest possible end.
const std::byte* MessageReader::end_at_most(const ArrivingMessage& message) const noexcept {
  const OctetView there = message.octets();
  if (message.is_last_fragment()) return there.data() + there.size() + message.fragment_left();
  return there.data() + options_.message_octets_max;
}

const std::byte* MessageReader::streaming_end() const noexcept {
  const auto* const message = growing();
  return message != nullptr ? end_at_most(*message) : buffer_.data() + begin_ + header_.message_octets();
}

const std::byte* MessageReader::received_streaming(std::size_t octets) noexcept {
  auto* const message = growing();
  DIMMA_ASSERT(message != nullptr || is<ReadInBuffer>());
  if (message == nullptr) {
    end_ += octets;
    const std::byte* const there = buffer_.data() + end_;
    if (end_ - begin_ == needed_) end_streaming();
    return there;
  }
  const std::size_t data = std::min(octets, message->fragment_left());
  message->received(data);
  if (data != 0 && octets != data) std::memcpy(buffer_.data() + end_, message->end(), octets - data);
  end_ += octets - data;
  take_in();
  if (!account()) break_off(holds_too_much());
  const std::byte* const there = message->end();
  if (message->is_whole() && !is<Failed>()) give_grown();
  return there;
}

void MessageReader::take_back_streaming() noexcept {
  if (is<ReadInBuffer>()) {
    become(Ordinary());
  } else if (is_read_early()) {
    stage(Growing::Stage::awaited);
  }
}

void MessageReader::end_streaming() noexcept {
  become(Ordinary());
  taken_ = needed_;
  message_ = {buffer_.data() + begin_, taken_};
  needed_ = header_octets;
}

bool MessageReader::may_grow() const noexcept {
  return !is<Growing>() && header_.message_octets() >= options_.streaming_octets_min && is_in_named_fragments(header_);
}

bool MessageReader::begin_growing(OctetView first) {
  if (!grow(first, Growing::Stage::read_early)) return false;
  take_in();
  if (growing()->is_whole()) take_back_streaming();  // next() returns it
  if (!is_read_early()) return false;
  message_ = growing()->octets();
  return true;
}

// Returns false if the system has no room for the whole message, whose memory then grows as its octets arrive.
bool MessageReader::grow(OctetView first, Growing::Stage stage) {
  try {
    auto message = std::make_unique<ArrivingMessage>(header_, first, memory_to_grow_in());
    become(Growing{std::move(message), stage});
  } catch (const CORBA::NO_MEMORY&) {
    return false;
  }
  begin_ += first.size();
  line_end_ = 0;
  return true;
}

ReservedPages MessageReader::memory_to_grow_in() {
  if (spare_memory_) {
    ReservedPages memory = std::move(*spare_memory_);
    spare_memory_.reset();
    return memory;
  }
  const std::size_t octets = options_.message_octets_max + named_fragment_octets_min;
  if (options_.long_messages) {
    if (auto memory = options_.long_messages->take_reserved(octets)) return std::move(*memory);
  }
  return ReservedPages(octets);
}

// Goes on with the growing message and returns the progress, or nullopt if another message is next in the buffer. A
// message that was being read early is no longer wanted: the rest of it is skipped.
std::optional<Progress> MessageReader::go_on_growing() {
  if (std::get<Growing>(state_).stage == Growing::Stage::given) {
    end_growing();
    return std::nullopt;
  }
  if (is_read_early()) stage(Growing::Stage::unwanted);
  if (begin_ < line_end_) return std::nullopt;
  const TakenIn taken = take_in();
  line_end_ = 0;  // no message is queued
  if (!account()) break_off(holds_too_much());
  if (is<Failed>()) return Progress::fault;
  if (taken == TakenIn::up_to_another) return std::nullopt;
  const Growing& growing = std::get<Growing>(state_);
  if (!growing.message->is_whole()) return Progress::need_more;
  if (growing.stage == Growing::Stage::unwanted) {
    end_growing();
    return std::nullopt;
  }
  give_grown();
  return Progress::message;
}

// Moves the received fragments from the buffer to their place in the message. Other messages stay queued if this one is
// read early; otherwise they are returned before it. The queue closes the gaps that the fragments leave: each octet
// after them moves once when its message joins the queue, and once more if it ends the buffer.
MessageReader::TakenIn MessageReader::take_in() {
  line_end_ = std::max(line_end_, begin_);
  std::size_t at = line_end_;  // the end of the octets examined so far
  std::optional<TakenIn> taken;
  const ArrivingMessage& message = *growing();
  while (!taken && !message.is_whole()) taken = message.fragment_left() != 0 ? take_data(at) : take_header(at);
  close_gap(at);
  return taken.value_or(TakenIn::all);
}

std::optional<MessageReader::TakenIn> MessageReader::take_data(std::size_t& at) noexcept {
  ArrivingMessage& message = *growing();
  const std::size_t left = message.fragment_left();
  const std::size_t some = std::min(left, end_ - at);
  std::memcpy(message.end(), buffer_.data() + at, some);
  message.received(some);
  at += some;
  needed_ = line_end_ - begin_ + std::min(left - some, buffered_octets_max);
  if (some < left) return TakenIn::all;
  return std::nullopt;
}

// Reads the header that follows a fragment or another message.
std::optional<MessageReader::TakenIn> MessageReader::take_header(std::size_t& at) {
  const std::size_t have = end_ - at;
  const std::size_t in_line = line_end_ - begin_;
  needed_ = in_line + header_octets;
  if (have < header_octets) return TakenIn::all;
  const std::byte* const message = buffer_.data() + at;
  const std::span<const std::byte, header_octets> head(message, header_octets);
  const ParsedHeader parsed = parse_header(head, options_.message_octets_max);
  if (!parsed && !is_read_early()) return TakenIn::up_to_another;  // next() finds the fault again and reports it
  if (!parsed) return break_off(fault_of(parsed.fault, head));
  const MessageHeader& header = parsed.header;
  const bool is_fragment = header.type == MessageType::fragment;
  if ((is_fragment || header.type == MessageType::cancel_request) &&
      header.message_octets() >= named_fragment_octets_min) {
    needed_ = in_line + named_fragment_octets_min;
    if (have < named_fragment_octets_min) return TakenIn::all;
    if (growing()->is_named_by(header, message)) {
      if (!is_fragment) return cancel_growing();
      at += named_fragment_octets_min;
      return take_fragment(header);
    }
  }
  if (!is_read_early()) return TakenIn::up_to_another;
  needed_ = in_line + header.message_octets();
  if (have < header.message_octets()) return TakenIn::all;
  join_line(at, header.message_octets());
  return std::nullopt;
}

std::optional<MessageReader::TakenIn> MessageReader::take_fragment(const MessageHeader& header) {
  const std::size_t room = options_.message_octets_max - growing()->octets().size();
  const auto outcome = growing()->begin_fragment(header, room);
  if (outcome != FragmentOutcome::incomplete) return break_off(fault_of(outcome));
  return std::nullopt;
}

// Moves the message at `at` to the end of the queue.
void MessageReader::join_line(std::size_t& at, std::size_t octets) noexcept {
  if (line_end_ == begin_) line_end_ = begin_ = at;
  move_within_buffer(line_end_, at, octets);
  line_end_ += octets;
  at += octets;
}

// Closes the gap between the queue and `at` that the removed octets have left.
void MessageReader::close_gap(std::size_t at) noexcept {
  if (line_end_ == begin_) {
    line_end_ = begin_ = at;
    return;
  }
  move_within_buffer(line_end_, at, end_ - at);
  end_ -= at - line_end_;
}

void MessageReader::move_within_buffer(std::size_t to, std::size_t from, std::size_t octets) noexcept {
  if (to == from || octets == 0) return;
  std::memmove(buffer_.data() + to, buffer_.data() + from, octets);
  octets_moved_ += octets;
}

void MessageReader::give_grown() noexcept {
  DIMMA_ASSERT(is<Growing>());
  header_ = growing()->unite();
  usual_octets_max_ = 0;
  message_ = growing()->octets();
  stage(Growing::Stage::given);
  needed_ = header_octets;
}

// Keeps the received part until next(), as if the message had been returned.
MessageReader::TakenIn MessageReader::cancel_growing() noexcept {
  DIMMA_ASSERT(growing() != nullptr);
  stage(Growing::Stage::given);
  return TakenIn::up_to_another;
}

MessageReader::TakenIn MessageReader::break_off(Fault fault) {
  fail(std::move(fault));
  return TakenIn::all;
}

void MessageReader::end_growing() noexcept {
  DIMMA_ASSERT(is<Growing>());
  ReservedPages memory = growing()->release();
  become(Ordinary());
  small_in_a_row_ = 0;
  if (memory.used() <= kept_reassembly_octets_max) spare_memory_ = std::move(memory);
  account();
}

}  // namespace dimma::iiop
