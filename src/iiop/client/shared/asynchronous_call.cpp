// Asynchronous calls of a shared connection: sent here, and answered by the thread that reads their replies.

#include "base/copied_failure.hpp"
#include "iiop/client/shared/call_slot_lease.hpp"
#include "iiop/client/watch/failed_answer.hpp"

#include <dimma/asio/detail/call_memory.hpp>
#include <dimma/generated/async_call.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace dimma::iiop {

// A reply; its octets follow it in memory.
class SharedConnection::BegunAnswer final : public channel::Answer {
 public:
  // Throws std::bad_alloc, and then leaves `connection` unchanged. `text_form` is owned by the channel.
  static std::unique_ptr<channel::Answer> of(std::shared_ptr<SharedConnection>&& connection,
                                             const cdr::TextForm& text_form, const Incoming& message) {
    const OctetView octets = with_part_ends(message.header, message.octets);
    return std::unique_ptr<channel::Answer>(new (Room{octets.size()})
                                                BegunAnswer(std::move(connection), text_form, message.header, octets));
  }

  channel::Outcome read(const channel::Request& request, bool was_asked) override {
    if (request.call_options == nullptr && is_plain_reply(octets_)) {
      auto results = body_of(header_, octets_, CORBA::COMPLETED_YES, plain_reply_octets);
      results.text_form(text_form_);
      channel::read_results(request, results);
      if (results.remaining() != 0) connection_->connection_.report_results_left(request, results);
      return {};
    }
    return read_any(request, was_asked);
  }

  static void operator delete(void* memory) noexcept {
    void* const block = static_cast<std::byte*>(memory) - head_octets;
    asio::detail::give_call_memory(block, *static_cast<const std::size_t*>(block));
  }

 private:
  // The number of octets of a message that follow the object in memory.
  struct Room {
    std::size_t octets;
  };
  static constexpr std::size_t head_octets = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

  // Stores the length of the block in front of the object.
  static void* operator new(std::size_t object, Room room) {
    const std::size_t octets = head_octets + object + room.octets;
    void* const block = asio::detail::take_call_memory(octets);
    ::new (block) std::size_t(octets);
    return static_cast<std::byte*>(block) + head_octets;
  }
  static void operator delete(void* memory, Room /*room*/) noexcept { operator delete(memory); }

  BegunAnswer(std::shared_ptr<SharedConnection>&& connection, const cdr::TextForm& text_form,
              const MessageHeader& header, OctetView octets) noexcept
      : connection_(std::move(connection)), text_form_(text_form), header_(header) {
    auto* const at = reinterpret_cast<std::byte*>(this + 1);
    std::copy(octets.begin(), octets.end(), at);
    octets_ = {at, octets.size()};
  }

  [[gnu::noinline]] channel::Outcome read_any(const channel::Request& request, bool was_asked) {
    auto reply = open_reply({header_, octets_});
    if (reply.header.status == ReplyStatus::needs_addressing_mode && !was_asked) {
      connection_->connection_.addressing(read_addressing_mode(reply.body));
      return {channel::Outcome::Kind::again, {}};
    }
    reply.body.text_form(text_form_);
    return finish_call(connection_->connection_, request, reply);
  }

  const std::shared_ptr<SharedConnection> connection_;
  const cdr::TextForm& text_form_;
  const MessageHeader header_;
  alignas(head_octets) OctetView octets_;
};

namespace {
// The answer of a oneway call that has been sent.
class SentAnswer final : public channel::Answer {
 public:
  channel::Outcome read(const channel::Request&, bool) override { return {}; }
};
}  // namespace

std::unique_ptr<channel::Answer> SharedConnection::answer_of(const ChannelTarget& target, const Incoming& message,
                                                             std::shared_ptr<SharedConnection>&& connection) noexcept {
  try {
    return BegunAnswer::of(std::move(connection), target.text_form(), message);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

// Frees the slot and returns its call, which is notified, or dropped, after the lock has been released.
SharedConnection::Ended SharedConnection::take_begun_locked(Slot& slot) noexcept {
  DIMMA_ASSERT(slot.begun);
  DIMMA_ASSERT(begun_ != 0);
  --begun_;
  free_locked(slot);
  return {std::move(slot.begun.connection), std::move(slot.begun.call), nullptr};
}

SharedConnection::Ended SharedConnection::fail_begun_locked(Slot& slot, std::exception_ptr why) noexcept {
  Ended ended = take_begun_locked(slot);
  ended.answer = FailedAnswer::of(std::move(why), std::move(ended.connection));
  return ended;
}

// Ends a call whose outcome became known while its request was still being sent.
SharedConnection::Ended SharedConnection::end_begun_locked(Slot& slot) noexcept {
  if (slot.state == State::failed) return fail_begun_locked(slot, std::exchange(slot.failure, nullptr));
  Ended ended = take_begun_locked(slot);
  ended.answer = answer_of(*slot.begun.target, {slot.reply_header, *slot.reply}, std::move(ended.connection));
  slot.release_reply();
  return ended;
}

void SharedConnection::tell(Ended&& ended) noexcept {
  auto& call = *ended.call;
  call.answered(std::move(ended.call), std::move(ended.answer));
  if (ended.connection) {
    auto& connection = *ended.connection;
    connection.keep(std::move(ended.connection));
  }
}

void SharedConnection::keep(std::shared_ptr<SharedConnection> self) noexcept {
  const sync::LockGuard lock(mutex_);
  kept_ = std::move(self);
}

// Fails the calls that wait for a reply and for which `why` returns an exception. Fails one at a time, because a call
// is notified without the lock held, and nothing is allocated for a list of calls.
template <class Why>
void SharedConnection::fail_begun_if(Why why) noexcept {
  for (std::size_t index = 0;; ++index) {
    Ended ended;
    std::uint32_t request_id = 0;
    std::optional<std::uint8_t> cancel_minor;
    {
      const sync::LockGuard lock(mutex_);
      if (index >= slots_.size()) return;
      auto& slot = *slots_[index];
      if (!slot.begun || slot.state != State::waiting) continue;
      auto failure = why(slot.begun);
      if (!failure) continue;
      request_id = slot.request_id();
      cancel_minor = slot.begun.target->cancel_minor();
      ended = fail_begun_locked(slot, std::move(failure));
    }
    tell(std::move(ended));
    if (cancel_minor) connection_.cancel(*cancel_minor, request_id);
  }
}

void SharedConnection::fail_all(const std::exception_ptr& why) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    for (const auto& slot : slots_) {
      const bool is_begun = slot->begun && slot->state == State::waiting;
      if ((slot->state != State::waiting && slot->state != State::sending) || is_begun) continue;
      slot->failure = copy_of(why);
      slot->state = State::failed;
      slot->wake.notify_one();
    }
    if (begun_ == 0) return;
  }
  fail_begun_if([&why](const Begun&) { return copy_of(why); });
}

void SharedConnection::begin(const ChannelTarget& target, const std::shared_ptr<channel::Awaiting>& call,
                             MessageBuffers* buffers) {
  const channel::Request& request = call->request();
  if (request.operation.oneway) return begin_oneway(target, call, buffers);
  CallSlotLease in_progress(*this, buffers, target, call, request.deadline);
  auto& slot = in_progress.slot();
  call->begun_as(cancel_place_, slot.request_id(), true);
  try {
    send_begun(target, *call, request, slot);
  } catch (...) {
    Ended dropped;
    const sync::LockGuard lock(mutex_);
    dropped = {std::move(slot.begun.connection), std::move(slot.begun.call), nullptr};
    --begun_;
    throw;
  }
  hand_over_to_reply(in_progress, request.deadline);
}

void SharedConnection::begin_oneway(const ChannelTarget& target, const std::shared_ptr<channel::Awaiting>& call,
                                    MessageBuffers* buffers) {
  auto answer = std::make_unique<SentAnswer>();
  if (!call->may_wait()) {
    const sync::LockGuard lock(mutex_);
    require_watched_locked();
  }
  {
    CallSlotLease in_progress(*this, buffers);
    send_begun(target, *call, call->request(), in_progress.slot());
  }
  call->answered(call, std::move(answer));
}

void SharedConnection::send_begun(const ChannelTarget& target, channel::Awaiting& call, const channel::Request& request,
                                  Slot& slot) {
  slot.out->clear_external_blocks();
  cdr::Encoder out(*slot.out, target.order());
  const HeaderForm form = connection_.header_form();
  target.write_request_over(out, slot.standing, slot.request_id(), request, form);
  if (call.may_wait()) {
    connection_.send(out, target.packets_max(), request.deadline);
  } else {
    send_now_or_in_batch(out, target.packets_max());
  }
  if (form.introduces()) connection_.introduced();
}

[[gnu::always_inline]] inline void SharedConnection::send_now_or_in_batch(cdr::Encoder& message,
                                                                          std::size_t packets_max) {
  auto* const batch = channel::OpenBatch::of_this_thread();
  const auto sending = batch == nullptr ? ClientConnection::Sending::at_once : ClientConnection::Sending::with_others;
  switch (connection_.send_without_waiting(message, packets_max, sending)) {
    case ClientConnection::Kept::nothing:
      return;
    case ClientConnection::Kept::for_room:
      return watch_.flush(*place_);
    case ClientConnection::Kept::for_others:
      return batch->add(shared_from_this());
  }
}

void SharedConnection::send_batched() noexcept {
  if (flush()) watch_.flush(*place_);
}

void SharedConnection::cancel(std::uint32_t request_id) noexcept {
  Ended ended;
  std::optional<std::uint8_t> cancel_minor;
  {
    const sync::LockGuard lock(mutex_);
    const std::size_t index = Slot::index_of(request_id);
    if (index >= slots_.size()) return;
    auto& slot = *slots_[index];
    if (slot.request_id() != request_id || !slot.begun) return;
    if (slot.state != State::sending && slot.state != State::waiting) return;
    auto failure = std::make_exception_ptr(OperationCanceled());
    if (slot.state == State::sending) {  // the sending thread then ends the call
      slot.failure = std::move(failure);
      slot.state = State::failed;
      slot.begun.is_cancelled = true;
      return;
    }
    cancel_minor = slot.begun.target->cancel_minor();
    ended = fail_begun_locked(slot, std::move(failure));
  }
  end_cancelled(std::move(ended), cancel_minor, request_id);
}

void SharedConnection::end_cancelled(Ended ended, std::optional<std::uint8_t> cancel_minor,
                                     std::uint32_t request_id) noexcept {
  tell(std::move(ended));
  if (cancel_minor) connection_.cancel(*cancel_minor, request_id);
}

// Called by begin() after the request was sent. The reply may have arrived already.
[[gnu::always_inline]] inline void SharedConnection::hand_over_to_reply(CallSlotLease& call, Deadline deadline) {
  auto& slot = call.slot();
  if (slot.has_large_out()) slot.release_out();
  bool is_watched = true;
  {
    const sync::LockGuard lock(mutex_);
    if (slot.state != State::sending || unwatched_) {
      is_watched = false;
    } else {
      slot.state = State::waiting;
      call.detach();
      if (deadline < next_expiry_) {
        next_expiry_ = deadline;
        watch_.expire_at(deadline);
      }
      if (!led_) {
        led_ = lead_is_idle_ = true;
        is_watched = look_locked();
      }
    }
  }
  if (!is_watched) end_unwatched(call);
}

// Ends a call that has an outcome already, or whose reply no thread reads.
void SharedConnection::end_unwatched(CallSlotLease& call) noexcept {
  if (!call.has_slot()) return fail_begun(ReplyWatch::ended());
  Ended ended;
  auto& slot = call.slot();
  const auto request_id = slot.request_id();
  const auto cancel_minor = slot.begun.target->cancel_minor();
  bool is_cancelled = false;
  {
    const sync::LockGuard lock(mutex_);
    if (slot.state == State::sending) {
      slot.failure = copy_of(unwatched_);
      slot.state = State::failed;
    }
    is_cancelled = slot.begun.is_cancelled;
    ended = end_begun_locked(slot);
  }
  call.detach();
  if (is_cancelled) {
    end_cancelled(std::move(ended), cancel_minor, request_id);
  } else {
    tell(std::move(ended));
  }
}

// Registers the connection with the watch, which ends the connection's calls when it stops.
void SharedConnection::settle_locked() {
  DIMMA_ASSERT(!place_);
  cancel_place_ = weak_from_this();
  place_ = watch_.settle(weak_from_this(), connection_.stream());
}

void SharedConnection::read_for_watch() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (!lead_is_idle_) return;
    lead_is_idle_ = false;
  }
  const bool has_ended = !read_what_is_there();
  const sync::LockGuard lock(mutex_);
  led_ = false;
  // Keeps watching even if a sender has found the connection broken, because the end of the stream is still to be read.
  if (has_ended || wake_a_caller_locked() || begun_ == 0) return;
  led_ = lead_is_idle_ = true;
  watch_.look(*place_, false);  // false: no whole message is left
}

Deadline SharedConnection::expire(Deadline now) noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (now < next_expiry_) return next_expiry_;
    next_expiry_ = no_deadline;
  }
  // A call that begins in the meantime records its deadline itself, so `next` is merged in below with the lock held.
  auto next = no_deadline;
  bool has_expired = false;
  fail_begun_if([&](const Begun& begun) -> std::exception_ptr {
    if (begun.deadline > now) {
      next = std::min(next, begun.deadline);
      return nullptr;
    }
    if (!std::exchange(has_expired, true)) distrust_silent_peer();
    return std::make_exception_ptr(
        CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_MAYBE,
                       "no reply from " + to_string(stream().peer()) + " before the deadline"));
  });
  const sync::LockGuard lock(mutex_);
  return next_expiry_ = std::min(next_expiry_, next);
}

void SharedConnection::fail_begun(const std::exception_ptr& why) noexcept {
  {
    // Calls whose requests are still being sent are skipped here; hand_over_to_reply() ends those.
    const sync::LockGuard lock(mutex_);
    if (!unwatched_) unwatched_ = copy_of(why);
  }
  fail_begun_if([&why](const Begun&) { return copy_of(why); });
}

}  // namespace dimma::iiop
