#include "iiop/client/shared/shared_connection.hpp"

#include "base/copied_failure.hpp"
#include "execution/task.hpp"
#include "iiop/bidirectional/divided_connection.hpp"
#include "iiop/client/watch/failed_answer.hpp"
#include "iiop/resources/options.hpp"

#include <dimma/minor.hpp>

#include <system_error>

namespace dimma::iiop {

namespace {
CORBA::MARSHAL too_large(std::size_t octets, std::size_t limit) {
  return {minor::marshal_message_too_large, CORBA::COMPLETED_MAYBE,
          "a reply of " + std::to_string(octets) + " octets does not fit the channel's buffers of " +
              std::to_string(limit)};
}
}  // namespace

SharedConnection::SharedConnection(Reached reached, const EngineeringQoS& qos, const Settings& settings,
                                   ReplyWatch& watch)
    : settings_(settings),
      watch_(watch),
      connection_(std::move(reached), settings, reader_options(qos, settings), *this),
      last_use_(coarse_now().count()),
      led_(qos.demultiplexing == Demultiplexing::task) {
  if (!led_) return;
  try {
    demultiplexer_ =
        execution::start_thread(qos.scheduling, execution::thread_name::demultiplexer, [this] { demultiplex(); });
  } catch (const std::system_error& error) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::string("cannot start the demultiplexing task: ") + error.what());
  }
}

SharedConnection::~SharedConnection() {
  if (place_) watch_.detach(place_);
  if (!demultiplexer_.joinable()) return;
  connection_.shut_down();
  demultiplexer_.join();
}

void SharedConnection::close() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (in_progress_ == 0 && (!led_ || lead_is_idle_)) return connection_.end_in_order();
  }
  connection_.end_and_wake();
}

void SharedConnection::demultiplex() noexcept {
  try {
    for (;;) {
      const auto message = connection_.receive(no_deadline);
      deliver(message, request_id_of(message));
    }
  } catch (...) {
    connection_.shut_down();
    {
      const sync::LockGuard lock(mutex_);
      ended_ = std::current_exception();
      if (!unwatched_) unwatched_ = ended_;
    }
    fail_all(std::current_exception());
  }
}

bool SharedConnection::stands_after_idling() {
  {
    const sync::LockGuard lock(mutex_);
    // Another thread reads or is about to read, and will see the end of the stream.
    if (led_ || in_progress_ != 0) return true;
    led_ = true;
  }
  // Another thread may have begun a call in the meantime, so replies are delivered here.
  while (!connection_.broken() && connection_.has_some_to_receive()) read_what_is_there();
  const bool stands = !connection_.broken();
  const sync::LockGuard lock(mutex_);
  led_ = false;
  pass_the_lead_locked();
  return stands;
}

std::size_t SharedConnection::octets_kept() const {
  const sync::LockGuard lock(mutex_);
  std::size_t octets = 0;
  for (const auto& slot : slots_) {
    if (slot->state != State::free) continue;
    octets += slot->own_reply.capacity() + (slot->own_out ? slot->own_out->capacity() : 0);
  }
  return octets;
}

execution::Usage SharedConnection::usage() const {
  const sync::LockGuard lock(mutex_);
  return {in_progress_, slots_.size(), slots_.size(), std::size_t{1} << slot_bits, 0, refusals_};
}

void SharedConnection::lead_has_failed(const Slot& slot, const ChannelTarget& target) noexcept {
  try {
    throw;
  } catch (const CORBA::TIMEOUT&) {
    give_up(slot, target);
  } catch (...) {
    fail_all(std::current_exception());
  }
}

void SharedConnection::give_up(const Slot& slot, const ChannelTarget& target) noexcept {
  if (const auto minor = target.cancel_minor()) connection_.cancel(*minor, slot.request_id());
  distrust_silent_peer();
}

// Lets no new call use the connection if the peer is silent. The system would end the connection only much later
// (docs/reference/transports.md).
void SharedConnection::distrust_silent_peer() noexcept {
  if (stream().peer_is_silent()) connection_.distrust();
}

void SharedConnection::read_replies() noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (led_ && !lead_is_idle_) return;
    take_the_lead_locked();
  }
  read_what_is_there();
  const sync::LockGuard lock(mutex_);
  led_ = false;
  pass_the_lead_locked();
}

void SharedConnection::read_when_unread() {
  auto* const half = dynamic_cast<RepliesHalf*>(&connection_.stream());
  if (half == nullptr) return;
  half->when_unread([self = weak_from_this()] {
    if (const auto connection = self.lock()) connection->read_replies();
  });
}

// Called by the thread that has the lead. If the connection has ended, fails all calls and returns false.
bool SharedConnection::read_what_is_there() noexcept {
  bool is_drained = false;
  try {
    do {
      const auto message = connection_.receive_what_is_there(is_drained);
      if (!message) break;
      deliver(*message, request_id_of(*message));
    } while (!is_drained || connection_.has_octets_ahead());
    return true;
  } catch (...) {
    connection_.shut_down();
    fail_all(std::current_exception());
    return false;
  }
}

void SharedConnection::require_fits(const Slot& slot, const Incoming& message) const {
  const std::size_t octets = message.header.message_octets();
  if (octets > slot.reply_octets_max) throw too_large(octets, slot.reply_octets_max);
}

std::uint32_t SharedConnection::read_request_id(const Incoming& message) {
  try {
    auto in = body_of(message.header, message.octets, CORBA::COMPLETED_MAYBE);
    in.arrival(message.rest);
    if (message.header.type == MessageType::locate_reply) return read_locate_reply(in, message.header.minor).request_id;
    return read_reply_header(in, message.header.minor).request_id;
  } catch (const CORBA::MARSHAL& malformed) {
    connection_.protocol_error(malformed._detail());
  }
}

void SharedConnection::deliver(const Incoming& message, std::uint32_t request_id) {
  sync::UniqueLock lock(mutex_);
  const std::size_t index = Slot::index_of(request_id);
  if (index >= slots_.size()) return;
  auto& slot = *slots_[index];
  // If the call was given up, its slot is free or in use by another call.
  const bool is_awaited = slot.state == State::waiting || slot.state == State::sending;
  if (slot.request_id() != request_id || !is_awaited) return;
  if (!slot.begun || slot.state != State::waiting) {
    fill_locked(slot, message);
    return slot.wake.notify_one();
  }
  if (message.octets.size() > slot.reply_octets_max) {
    Ended ended =
        fail_begun_locked(slot, std::make_exception_ptr(too_large(message.octets.size(), slot.reply_octets_max)));
    lock.unlock();
    return tell(std::move(ended));
  }
  const auto& target = *slot.begun.target;
  Ended ended = take_begun_locked(slot);
  lock.unlock();
  ended.answer = answer_of(target, message, std::move(ended.connection));
  tell(std::move(ended));
}

void SharedConnection::fill_locked(Slot& slot, const Incoming& message) {
  if (message.octets.size() > slot.reply_octets_max) {
    slot.failure = std::make_exception_ptr(too_large(message.octets.size(), slot.reply_octets_max));
    slot.state = State::failed;
    return;
  }
  slot.reply_header = message.header;
  const OctetView octets = with_part_ends(message.header, message.octets);
  slot.reply->assign(octets.begin(), octets.end());
  slot.state = State::answered;
}

void SharedConnection::Slot::release_reply() noexcept {
  if (own_reply.capacity() > slot_octets_kept_max) std::vector<std::byte>().swap(own_reply);
}

void SharedConnection::Slot::release_out() noexcept {
  try {
    standing = {};
    cdr::Buffer fresh(slot_send_octets, own_out->limit());
    fresh.gather();
    fresh.loans(own_out->loans(), false);
    *own_out = std::move(fresh);
  } catch (const std::exception&) {
    // Out of memory. The slot keeps its large buffer.
  }
}

bool SharedConnection::wake_a_caller_locked() noexcept {
  if (in_progress_ == begun_) return false;
  for (const auto& slot : slots_) {
    if (slot->state != State::waiting || slot->begun) continue;
    slot->wake.notify_one();
    return true;
  }
  return false;
}

void SharedConnection::pass_the_lead_locked() noexcept {
  DIMMA_ASSERT(!led_);
  if (wake_a_caller_locked() || begun_ == 0) return;
  led_ = lead_is_idle_ = true;
  look_locked();
}

}  // namespace dimma::iiop
