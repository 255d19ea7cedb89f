#pragma once
// A call's ownership of a slot of a shared connection.

#include "base/sync/assert.hpp"
#include "iiop/client/shared/shared_connection.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

// Takes a slot for the duration of a call. The destructor frees the slot, and passes on the lead if the call has it.
class SharedConnection::CallSlotLease {
 public:
  [[gnu::always_inline]] CallSlotLease(SharedConnection& connection, MessageBuffers* buffers)
      : connection_(connection) {
    const sync::LockGuard lock(connection_.mutex_);
    take_locked(buffers);
  }
  // For an asynchronous call, which the slot owns from then on.
  [[gnu::always_inline]] CallSlotLease(SharedConnection& connection, MessageBuffers* buffers,
                                       const ChannelTarget& target, const std::shared_ptr<channel::Awaiting>& call,
                                       Deadline deadline)
      : connection_(connection) {
    const sync::LockGuard lock(connection_.mutex_);
    connection_.require_watched_locked();
    take_locked(buffers);
    auto& begun = slot_->begun;
    begun.connection = connection_.shared_from_this();
    begun.call = call;
    begun.target = &target;
    begun.deadline = deadline;
    begun.is_cancelled = false;
    ++connection_.begun_;
  }
  [[gnu::always_inline]] ~CallSlotLease() {
    if (slot_ == nullptr) return;
    if (slot_->has_large_out() || delivered) give_memory_back();
    const sync::LockGuard lock(connection_.mutex_);
    if (slot_->failure) slot_->failure = nullptr;
    connection_.free_locked(*slot_);
    if (leading) {
      DIMMA_ASSERT(connection_.led_);
      connection_.led_ = false;
      if (connection_.in_progress_ != 0) connection_.pass_the_lead_locked();
    }
  }
  CallSlotLease(const CallSlotLease&) = delete;
  CallSlotLease& operator=(const CallSlotLease&) = delete;

  Slot& slot() noexcept { return *slot_; }
  bool has_slot() const noexcept { return slot_ != nullptr; }
  // Ends the lease without freeing the slot, which is freed when the reply arrives.
  void detach() noexcept {
    DIMMA_ASSERT(!leading);
    slot_ = nullptr;
  }
  bool leading = false;
  bool has_message = false;  // as leader: the connection has received a message that was not examined yet
  bool delivered = false;    // the reply is in the slot's buffer, which no other thread uses now

 private:
  [[gnu::always_inline]] void take_locked(MessageBuffers* buffers) DIMMA_REQUIRES(connection_.mutex_) {
    if (connection_.free_ == nullptr) {
      make_slot_locked();
    } else {
      slot_ = std::exchange(connection_.free_, connection_.free_->next_free);
    }
    DIMMA_ASSERT(slot_->state == State::free);
    DIMMA_ASSERT(!slot_->begun);
    ++connection_.in_progress_;
    slot_->use_again();
    slot_->state = State::sending;
    if (buffers != nullptr || !slot_->has_its_own) lend(buffers);
  }
  // Out of line, because few calls need it.
  [[gnu::noinline]] void make_slot_locked() DIMMA_REQUIRES(connection_.mutex_) {
    const auto index = static_cast<std::uint32_t>(connection_.slots_.size());
    if (index >> slot_bits != 0) {
      ++connection_.refusals_;
      throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                std::to_string(index) + " calls are in progress on the shared connection to " +
                                    to_string(connection_.stream().peer()));
    }
    slot_ = connection_.slots_.emplace_back(std::make_unique<Slot>(index, connection_.connection_.request_id_parity()))
                .get();
  }
  [[gnu::noinline]] void give_memory_back() noexcept {
    if (slot_->has_large_out()) slot_->release_out();
    if (delivered) slot_->release_reply();
  }
  [[gnu::noinline]] void lend(MessageBuffers* buffers) DIMMA_REQUIRES(connection_.mutex_) {
    slot_->standing = {};
    slot_->has_its_own = false;
    if (buffers != nullptr) {
      slot_->out = &buffers->out;
      slot_->out->loans(connection_.loans(), false);
      slot_->reply = &buffers->reply;
      slot_->reply_octets_max = buffers->octets;
      return;
    }
    if (!slot_->own_out) make_own_out();
    slot_->out = &*slot_->own_out;
    slot_->reply = &slot_->own_reply;
    slot_->reply_octets_max = execution::no_limit;
    slot_->has_its_own = true;
  }
  void make_own_out() DIMMA_REQUIRES(connection_.mutex_) {
    try {
      cdr::Buffer out(slot_send_octets, connection_.settings_.message_octets_max);
      out.gather();
      out.loans(connection_.loans(), false);
      slot_->own_out.emplace(std::move(out));
    } catch (...) {
      connection_.free_locked(*slot_);
      throw;
    }
  }

  SharedConnection& connection_;
  Slot* slot_ = nullptr;
};

}  // namespace dimma::iiop
