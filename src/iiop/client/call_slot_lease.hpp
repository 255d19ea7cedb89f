#pragma once
// A call's hold on a slot of a shared connection.

#include "iiop/client/shared_connection.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::iiop {

// Takes a slot for the length of a call. Gives up the lead, if the call has it, and the slot at the end.
class SharedConnection::CallSlotLease {
 public:
  CallSlotLease(SharedConnection& connection, MessageBuffers* buffers) : connection_(connection) {
    const std::lock_guard lock(connection_.mutex_);
    if (connection_.free_.empty()) {
      const auto index = static_cast<std::uint32_t>(connection_.slots_.size());
      if (index >> slot_bits != 0) {
        ++connection_.refusals_;
        throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                                  std::to_string(index) + " calls are in progress on the shared connection to " +
                                      to_string(connection_.stream().peer()));
      }
      connection_.free_.reserve(index + 1);
      slot_ = &connection_.slots_.emplace_back(index, connection_.connection_.request_id_parity());
    } else {
      slot_ = connection_.free_.back();
      connection_.free_.pop_back();
    }
    connection_.in_progress_max_ = std::max(connection_.in_progress_max_, ++connection_.in_progress_);
    ++slot_->uses;
    lend(buffers);
    slot_->state = State::sending;
  }
  ~CallSlotLease() {
    if (slot_ == nullptr) return;
    connection_.last_use_.store(coarse_now().count(), std::memory_order_relaxed);
    if (slot_->has_large_out()) [[unlikely]]
      slot_->release_out();
    if (delivered) [[unlikely]]
      slot_->release_reply();
    const std::lock_guard lock(connection_.mutex_);
    slot_->state = State::free;
    slot_->failure = nullptr;
    connection_.free_.push_back(slot_);
    --connection_.in_progress_;
    if (leading) {
      connection_.led_ = false;
      if (connection_.in_progress_ != 0) [[unlikely]]
        connection_.pass_the_lead_locked();
    }
  }
  CallSlotLease(const CallSlotLease&) = delete;
  CallSlotLease& operator=(const CallSlotLease&) = delete;

  Slot& slot() noexcept { return *slot_; }
  // The slot is its reply's from now on.
  void detach() noexcept { slot_ = nullptr; }
  bool leading = false;
  bool delivered = false;  // the reply is in the slot, whose buffer nobody else uses any more

 private:
  void lend(MessageBuffers* buffers) {
    if (buffers == nullptr && slot_->has_its_own) [[likely]]
      return;
    slot_->has_its_own = buffers == nullptr;
    if (buffers != nullptr) {
      slot_->out = &buffers->out;
      slot_->out->loans(connection_.loans(), false);
      slot_->reply = &buffers->reply;
      slot_->reply_octets_max = buffers->octets;
      return;
    }
    if (!slot_->own_out) {
      slot_->own_out.emplace(slot_send_octets, connection_.settings_.message_octets_max);
      slot_->own_out->gather();
      slot_->own_out->loans(connection_.loans(), false);
    }
    slot_->out = &*slot_->own_out;
    slot_->reply = &slot_->own_reply;
    slot_->reply_octets_max = qos::no_limit;
  }

  SharedConnection& connection_;
  Slot* slot_;
};

}  // namespace dimma::iiop
