#pragma once
// Extracts messages from the octets of a stream, however they were split: a state machine without I/O.
//
//   while (true) {
//     while (reader.next() == Progress::message) serve(reader.header(), reader.octets());
//     // fault: log reader.fault(), send MessageError, close
//     const auto got = stream.receive(reader.space()); ... reader.received(got.octets);
//   }
//
// A message that is complete in the buffer is returned as a view: nothing is copied or allocated. Messages that were
// received together are returned one after the other. The buffer grows only as octets arrive, not by the sizes that
// messages claim, and shrinks again after a long message. begin_streaming() returns a long message while it arrives.

#include "base/sync/assert.hpp"
#include "cdr/stream/same_octets.hpp"
#include "iiop/giop/fault.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment.hpp"
#include "iiop/message/fragmented_message.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/message/reassembler.hpp"
#include "iiop/message/receive_buffer_cache.hpp"
#include "iiop/message/receive_buffer_pool.hpp"
#include "iiop/message/reserved_pages.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace dimma::iiop {

enum class Progress : std::uint8_t {
  message,    // header() and octets() return the next message
  need_more,  // octets have to be received into space()
  begun,      // the first fragment of a long message has arrived; begin_streaming() or next() has to be called
  fault,      // the octets are not GIOP; nothing more can be read from this stream
};

struct ReaderOptions {
  std::size_t message_octets_max = std::size_t{256} << 20;  // for one message with all its fragments
  std::size_t buffer_octets = 4096;                         // the initial size of the buffer, to which it shrinks again
  // Allows a receive to take more than the message in progress needs. Without it, a message takes two receives.
  bool read_ahead = true;
  std::size_t spares = 0;                               // buffers of buffer_octets that are reserved for keep()
  std::shared_ptr<ReceiveBufferCache> long_messages{};  // the source of buffers for long messages; nullptr: the system
  std::shared_ptr<MemoryShare> memory{};                // counts and limits the memory of long messages; may be nullptr
  std::size_t streaming_octets_min = std::size_t{64}
                                     << 10;  // the shortest message, or first fragment, that may be read early
};

// Not thread-safe.
class MessageReader {
 public:
  explicit MessageReader(const ReaderOptions& options = {});

  // Returns room for the next octets, at least one. Called after next() has returned need_more. Invalidates the last
  // message. Throws CORBA::NO_MEMORY, also if the connection has reached its memory limit.
  [[gnu::always_inline]] std::span<std::byte> space() {
    drop_message();
    if (begin_ == end_ && options_.read_ahead && buffer_.capacity() == options_.buffer_octets) {
      begin_ = end_ = 0;
      return {buffer_.data(), buffer_.capacity()};
    }
    return make_space();
  }
  // Called when `octets` octets have been put into space().
  void received(std::size_t octets) noexcept {
    DIMMA_ASSERT(octets <= buffer_.capacity() - end_);
    end_ += octets;
    last_received_ = octets;
  }

  // Goes on to the next message, and invalidates the previous one. Assembles fragments on the way: header() is then
  // that of the whole message, with more_fragments false, and octets() are outside the buffer. A CancelRequest discards
  // the partly received request that it names, and is returned like any other message.
  [[gnu::always_inline]] Progress next() {
    drop_message();
    if (begin_ == end_ && !is_irregular_) return need(header_octets);
    if (take_usual()) return Progress::message;
    return next_of_what_is_there();
  }
  // True if no octets follow the last message, so that next() would return need_more.
  bool is_empty() const noexcept { return !has_octets_ahead() && !is_irregular_; }
  // Fast path of next(): takes the next message if it is complete and begins like the last one whose header was
  // checked. Otherwise returns false, and next() has to be called. Requires that space() has been called since the last
  // message.
  [[gnu::always_inline]] bool take_usual() noexcept {
    DIMMA_ASSERT(taken_ == 0);
    const std::size_t have = end_ - begin_;
    const std::byte* const at = buffer_.data() + begin_;
    if (have < header_octets || is_irregular_) return false;
    if (cdr::detail::load<std::uint64_t>(at, false) != usual_begin_) return false;
    const auto size = cdr::detail::load<std::uint32_t>(at + size_offset, false);
    const std::size_t whole = header_octets + std::size_t{size};
    if (whole > have || whole > usual_octets_max_) return false;
    header_.size = size;
    taken_ = whole;
    needed_ = header_octets;
    message_ = {at, whole};
    return true;
  }

  const MessageHeader& header() const noexcept { return header_; }
  // The message including its header; valid until next() or space() is called.
  std::span<const std::byte> octets() const noexcept { return message_; }
  // The reason for Progress::fault: "a message that begins with 47 49 4f 51 and not with GIOP".
  const Fault& fault() const noexcept;
  // The GIOP minor version for a MessageError to the peer.
  std::uint8_t minor() const noexcept { return header_.minor; }

  // Returns true if it is worthwhile to read the message in progress, a Request or Reply, while it arrives: it is long,
  // and enough of it has arrived. Called after next() has returned need_more or begun. Then header() is its header, and
  // octets() is the received part, which stays in its place. The rest is received into streaming_space() as long as
  // streaming() returns `arriving`. Fragments of GIOP 1.2 are assembled on the way, and messages between them are
  // returned afterwards. A caller that needs no more of the message calls next() as usual, which skips the rest.
  bool begin_streaming() {
    if (needed_ < options_.streaming_octets_min) return false;
    return begin_streaming_if_enough_is_there();
  }
  // True if the last receive returned so many octets that the peer is probably faster than its reader.
  bool arrives_fast() const noexcept { return last_received_ >= fast_octets; }
  static constexpr std::size_t fast_octets = std::size_t{16} << 10;
  enum class Streaming : std::uint8_t {
    arriving,   // part of the message is missing
    whole,      // the message is complete: header() and octets() describe all of it
    cancelled,  // the sender has cancelled the message
    fault,      // the rest is not GIOP
  };
  Streaming streaming() const noexcept;
  // Returns room for the next octets. Throws CORBA::NO_MEMORY.
  std::span<std::byte> streaming_space();
  // The number of octets, from the next one on, that may be received into other memory instead.
  std::size_t streaming_octets_next() const noexcept;
  // Called when `octets` octets were received into either memory. Returns the end of the received part of the message.
  const std::byte* received_streaming(std::size_t octets) noexcept;
  // The end of the message or, while its last fragment is missing, the furthest possible end.
  const std::byte* streaming_end() const noexcept;
  // Makes next() return the message again, once it is complete.
  void take_back_streaming() noexcept;

  // Releases the memory of long messages, unless it holds octets of another message. For a connection that may stay
  // idle. Invalidates the last message.
  void rest() noexcept;

  // True if part of a message has arrived. Called after next() has returned need_more.
  bool is_in_message() const noexcept { return begin_ != end_ || is_irregular_ || reassembler_.in_progress() != 0; }

  // The number of octets after the last message that have been received.
  std::size_t octets_ahead() const noexcept {
    return end_ - begin_ - taken_ + (backlog_ ? backlog_->end - backlog_->begin : 0);
  }

  // True if octets follow the last message in the buffer. Does not count the backlog.
  bool has_octets_ahead() const noexcept { return end_ != begin_ + taken_; }

  // True if the last message and the octets received after it are equal from `begin` to `end`.
  bool next_is_like(std::size_t begin, std::size_t end) const noexcept {
    if (end > message_.size() || end > end_ - begin_ - taken_) return false;
    const std::byte* const next = buffer_.data() + begin_ + taken_;
    return cdr::is_same_header(message_.data() + begin, next + begin, end - begin);
  }

  // The number of octets that were copied after they had been received: the cost of the reader beyond parsing.
  // For tests and statistics. It is large only if messages are long or arrive between the fragments of another
  // one.
  std::uint64_t octets_moved() const noexcept { return octets_moved_; }

  // Owns the last message, for a caller that keeps the message while the reader reads on. Views of the message stay
  // valid while this object lives, even if it is moved. Octets received after the message move to another buffer of the
  // reader.
  class Kept {
   public:
    Kept(Kept&&) noexcept = default;
    Kept& operator=(Kept&&) = delete;
    // Returns the buffer for the next keep(), if it is an ordinary one that is not shared. The message becomes
    // invalid.
    std::optional<cdr::Buffer> take_ordinary() noexcept {
      if (!buffer_ || buffer_->capacity() == 0 || from_ || long_messages_) return std::nullopt;  // 0: moved from
      std::optional<cdr::Buffer> taken(std::move(*buffer_));
      buffer_.reset();
      return taken;
    }
    ~Kept() {
      if (buffer_ && from_) {
        from_->give_back(std::move(*buffer_));
      } else if (buffer_ && long_messages_) {
        long_messages_->give(std::move(*buffer_));
      } else if (reserved_.room() != 0 && long_messages_) {
        long_messages_->give(std::move(reserved_));
      }
    }

   private:
    friend class MessageReader;
    Kept(std::shared_ptr<ReceiveBufferPool> from, std::shared_ptr<ReceiveBufferCache> long_messages, cdr::Buffer buffer,
         MemoryLease lease) noexcept
        : from_(std::move(from)),
          long_messages_(std::move(long_messages)),
          buffer_(std::move(buffer)),
          lease_(std::move(lease)) {}
    Kept(std::shared_ptr<ReceiveBufferCache> long_messages, ReservedPages memory, MemoryLease lease) noexcept
        : long_messages_(std::move(long_messages)), reserved_(std::move(memory)), lease_(std::move(lease)) {}
    Kept(std::vector<std::byte> assembled, MemoryLease lease) noexcept
        : assembled_(std::move(assembled)), lease_(std::move(lease)) {}
    Kept(std::shared_ptr<const cdr::Buffer> shared, MemoryLease lease) noexcept
        : shared_(std::move(shared)), lease_(std::move(lease)) {}

    // The pool or cache to which buffer_ is given back. Without either, the buffer is freed.
    std::shared_ptr<ReceiveBufferPool> from_;
    std::shared_ptr<ReceiveBufferCache> long_messages_;
    std::optional<cdr::Buffer> buffer_;
    ReservedPages reserved_;
    std::vector<std::byte> assembled_;
    std::shared_ptr<const cdr::Buffer> shared_;  // shared with the reader's backlog
    MemoryLease lease_;
  };
  // Hands the last message over to the caller. `spare` is a buffer from take_ordinary() or ordinary_buffer(), which is
  // used if another buffer is needed. Throws CORBA::NO_MEMORY or std::bad_alloc if there is no memory for another one,
  // and leaves the message unchanged.
  Kept keep(std::optional<cdr::Buffer>* spare = nullptr);
  static cdr::Buffer ordinary_buffer(const ReaderOptions& options);

 private:
  // The reader's state, besides the octets in the buffer.
  using ArrivingMessage = FragmentedMessage<ReservedPages>;
  struct Ordinary {};
  struct Announced {};     // next() has returned `begun` for the message at begin_
  struct ReadInBuffer {};  // the message at begin_ is read while it arrives
  // A message in fragments is assembled outside the buffer. Messages that arrived between its fragments are queued in
  // the buffer, up to line_end_.
  struct Growing {
    enum class Stage : std::uint8_t {
      awaited,     // returned when it is complete
      read_early,  // read while it arrives
      unwanted,    // skipped
      given,       // returned, or cancelled by its sender; its octets stay until next()
    };
    std::unique_ptr<ArrivingMessage> message;
    Stage stage;
  };
  // The final state. It keeps the message that was being assembled, because a decoder may still read it.
  struct Failed {
    Fault fault;
    std::unique_ptr<ArrivingMessage> message;
  };
  using State = std::variant<Ordinary, Announced, ReadInBuffer, Growing, Failed>;

  template <class Other>
  bool is() const noexcept {
    return std::holds_alternative<Other>(state_);
  }
  void become(State state) noexcept {
    state_ = std::move(state);
    settle();
  }
  void settle() noexcept { is_irregular_ = !(is<Ordinary>() || is<Announced>()) || backlog_.has_value(); }
  // The message that is assembled outside the buffer, or was before a fault; may be nullptr.
  ArrivingMessage* growing() const noexcept;
  bool is_read_early() const noexcept;
  void stage(Growing::Stage value) noexcept;
  const std::byte* end_at_most(const ArrivingMessage& message) const noexcept;

  void note_usual_begin(const std::byte* at) noexcept;
  Progress next_of_what_is_there();
  Progress next_in_buffer();
  Kept keep_with_backlog();
  std::size_t octets_held() const noexcept;
  // Counts the memory that is held now. Returns false, and counts nothing, if it is above the limit.
  bool account() noexcept { return !options_.memory || lease_.resize(octets_held()); }
  bool account_for_buffer(std::size_t octets) noexcept;
  [[noreturn]] void raise_holds_too_much() const;
  Fault holds_too_much() const;
  void take_from_backlog();
  Progress refuse_header(HeaderFault fault, std::span<const std::byte, header_octets> head);
  bool begin_streaming_if_enough_is_there();
  void end_streaming() noexcept;
  bool may_grow() const noexcept;
  bool grow(OctetView first, Growing::Stage stage);
  bool begin_growing(OctetView first);
  ReservedPages memory_to_grow_in();
  std::optional<Progress> go_on_growing();
  enum class TakenIn : std::uint8_t { all, up_to_another };
  TakenIn take_in();
  TakenIn cancel_growing() noexcept;
  TakenIn break_off(Fault fault);
  std::optional<TakenIn> take_data(std::size_t& at) noexcept;
  std::optional<TakenIn> take_header(std::size_t& at);
  std::optional<TakenIn> take_fragment(const MessageHeader& header);
  void join_line(std::size_t& at, std::size_t octets) noexcept;
  void close_gap(std::size_t at) noexcept;
  void move_within_buffer(std::size_t to, std::size_t from, std::size_t octets) noexcept;
  void grow_buffer(std::size_t octets);
  void give_grown() noexcept;
  void end_growing() noexcept;
  Progress need(std::size_t octets) noexcept {
    needed_ = octets;
    return Progress::need_more;
  }
  Progress fail(Fault fault);
  Progress add_fragment();
  void discard_cancelled() noexcept;
  [[gnu::always_inline]] void drop_message() noexcept {
    if (taken_ == 0) return;
    small_in_a_row_ = taken_ > options_.buffer_octets ? 0 : small_in_a_row_ + 1;
    begin_ += taken_;
    taken_ = 0;
    if (!assembled_.empty()) reassembler_.use_again(std::exchange(assembled_, {}));
  }
  std::span<std::byte> make_space();
  void move_to_front() noexcept;
  void use_spare(std::size_t octets, std::size_t have);
  void shrink();

  ReaderOptions options_;
  const std::shared_ptr<ReceiveBufferPool> spares_;  // nullptr if there are none
  cdr::Buffer buffer_;
  std::size_t begin_ = 0;  // the position of the last message, or else of the first octet not taken yet
  std::size_t end_ = 0;
  std::size_t taken_ = 0;  // the length of the last message, which is at begin_
  std::size_t last_received_ = 0;
  std::size_t needed_ = header_octets;  // octets from begin_ on that the message in progress needs
  std::uint32_t small_in_a_row_ = 0;
  std::uint64_t octets_moved_ = 0;
  MessageHeader header_;
  // The first 8 octets of messages like the last one whose header was checked, and their maximum length; 0: none.
  std::uint64_t usual_begin_ = 0;
  std::size_t usual_octets_max_ = 0;
  std::span<const std::byte> message_;
  Reassembler reassembler_;
  std::vector<std::byte> assembled_;

  State state_;
  // True if there is a backlog, or the state is neither Ordinary nor Announced. Saves each message the two checks.
  bool is_irregular_ = false;
  std::size_t line_end_ = 0;
  std::optional<ReservedPages> spare_memory_;  // for the next message in fragments

  // Octets that were received after a message that a caller keeps, and were too many to be copied. They stay in its
  // buffer, and move to buffer_ before anything else is received.
  struct Backlog {
    std::shared_ptr<const cdr::Buffer> buffer;
    std::size_t begin;
    std::size_t end;
  };
  std::optional<Backlog> backlog_;
  MemoryLease lease_;
};

}  // namespace dimma::iiop
