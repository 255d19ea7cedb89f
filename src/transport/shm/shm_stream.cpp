#include "transport/shm/shm_stream.hpp"

#include "base/deadline.hpp"
#include "base/loans_within_process.hpp"
#include "base/sync/assert.hpp"
#include "reactor/spin.hpp"
#include "transport/pieces.hpp"
#include "transport/socket/address.hpp"
#include "transport/socket/peer_process.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

// The time that a receiver sleeps on the ring's word before it is considered idle.
constexpr std::chrono::milliseconds doze_limit{5};
// The interval at which a receiver that spins checks that the peer still exists.
constexpr std::chrono::milliseconds look_after_peer{5};
// A long message is published in parts of this size, so that both ends copy at the same time.
constexpr std::size_t part_octets = 16 * 1024;

std::chrono::nanoseconds left_until(Deadline until) noexcept {
  const auto now = Clock::now();
  return until <= now ? std::chrono::nanoseconds::zero() : until - now;  // also handles the earliest possible deadline
}

}  // namespace

ShmStream::ShmStream(reactor::Descriptor control, std::unique_ptr<ShmMemory> memory, Side side, WaitStrategy wait)
    : control_(std::move(control)), side_(side), wait_(wait) {
  if (memory) use(std::move(memory));
}

void ShmStream::use(std::unique_ptr<ShmMemory> memory) noexcept {
  DIMMA_ASSERT(!memory_);
  memory_ = std::move(memory);
  if (side_ == Side::connector) {
    in_.emplace(memory_->to_connector<RingReader>());
    out_.emplace(memory_->to_listener<RingWriter>());
  } else {
    in_.emplace(memory_->to_listener<RingReader>());
    out_.emplace(memory_->to_connector<RingWriter>());
  }
  if (!memory_->loans()) {
    const auto process = process_of_peer(control_.get());
    is_within_process_ = process && process->pid == ::getpid();
  }
  special_.fetch_and(~unsigned{has_no_memory}, std::memory_order_release);
}

bool ShmStream::take_memory() {
  std::unique_ptr<ShmMemory> memory;
  const Result result = receive_memory(control_.get(), memory);
  if (result) use(std::move(memory));
  return result || result.status == Status::timeout;
}

Result ShmStream::begin(Deadline deadline) {
  if (shut()) return {Status::closed, 0, 0};
  if ((special_.load(std::memory_order_acquire) & has_no_memory) != 0) {
    if (const Result result = attach(deadline); !result) return result;
  }
  return {};
}

Result ShmStream::attach(Deadline deadline) {
  const sync::LockGuard lock(attaching_);
  while (!memory_) {
    if (shut()) return {Status::closed, 0, 0};
    std::unique_ptr<ShmMemory> memory;
    const Result result = receive_memory(control_.get(), memory);
    if (result) {
      use(std::move(memory));
    } else if (result.status != Status::timeout) {
      return shut() ? Result{Status::closed, 0, 0} : result;
    } else {
      pollfd waiting{control_.get(), POLLIN, 0};
      if (::poll(&waiting, 1, poll_timeout(deadline)) == 0 && passed(deadline)) return {Status::timeout, 0, 0};
    }
  }
  return {};
}

// Receiving -----------------------------------------------------------------------------------------------------------

Result ShmStream::receive(std::span<std::byte> into, Deadline deadline) {
  const OneAtATime::Use receiving(receiving_);
  if (const unsigned special = special_.load(std::memory_order_acquire); special != 0) {
    const bool limited = deadline == no_deadline && receive_timeout_.count() != 0;
    if (const Result begun = begin(limited ? Clock::now() + receive_timeout_ : deadline); !begun) return begun;
    if ((special & bell_asked) != 0) silence_bell();
  }
  if (into.empty()) return {};
  std::size_t available = in_->available();
  if (available == 0 || available == ring_is_broken) {
    if (const Result waited = await_octets(deadline); !waited) return waited;
    available = in_->available();
    if (available == ring_is_broken) return why_over_in();
  }
  if (memory_->loans()) memory_->loans()->approach();
  if (!in_->follow_restart()) return {Status::failed, 0, EPROTO};
  const std::size_t taken = in_->take(into, available);
  if (in_->publish(available)) wake_sender();
  return {Status::ok, taken, 0};
}

Result ShmStream::await(Deadline deadline) {
  const OneAtATime::Use receiving(receiving_);
  if (const unsigned special = special_.load(std::memory_order_acquire); special != 0) {
    if (const Result begun = begin(deadline); !begun) return begun;
    if ((special & bell_asked) != 0) silence_bell();
  }
  return in_->available() != 0 ? Result{} : await_octets(deadline);
}

ShmStream::Look ShmStream::look_in() const noexcept {
  const std::size_t available = in_->available();
  if (shut() || available == ring_is_broken) return Look::over;
  if (available != 0) return Look::something;
  if (in_->head().sender_closed.load() == 0) return Look::nothing;
  // Octets that arrived before the end are read first, and may have arrived since the first check.
  return in_->available() != 0 ? Look::something : Look::over;
}

Result ShmStream::why_over_in() const noexcept {
  if (shut()) return {Status::closed, 0, 0};
  if (in_->available() == ring_is_broken) return {Status::failed, 0, EPROTO};
  return {Status::end, 0, 0};
}

// Polls as long as the wait strategy and the deadline of `spin` permit. Returns `nothing` if nothing was found by then,
// or the peer has gone.
template <class Looker>
ShmStream::Look ShmStream::ask(Looker look, reactor::Spin& spin) {
  Look seen = look();
  if (wait_.kind() == WaitStrategy::Kind::block) return seen;
  constexpr unsigned questions_a_look = 1024;
  Deadline next_look{};
  for (unsigned asked = 1; seen == Look::nothing && spin.again(); ++asked) {
    seen = look();
    if (asked % questions_a_look != 0) continue;
    const auto now = Clock::now();
    if (now < next_look) continue;
    if (next_look != Deadline{} && peer_is_gone()) break;
    next_look = now + look_after_peer;
  }
  return seen;
}

Result ShmStream::await_octets(Deadline deadline) {
  const bool limited = deadline == no_deadline && receive_timeout_.count() != 0;
  const Deadline until = limited ? Clock::now() + receive_timeout_ : deadline;
  reactor::Spin spin(wait_, until, octets_gaps_);
  const Look seen = ask([this] { return look_in(); }, spin);
  if (seen == Look::something) return {};
  if (seen == Look::over) return why_over_in();
  // The peer is checked even after the deadline: a caller that polled the handle calls again to find its end.
  if (passed(until) && !peer_is_gone()) return {Status::timeout, 0, 0};
  if (doze(until)) return look_in() == Look::something ? Result{} : why_over_in();
  return park(until);
}

// Sleeps on the ring's word. Returns true if octets or the end arrived in time.
bool ShmStream::doze(Deadline until) {
  SharedFlag& waits = in_->head().receiver_waits;
  const Deadline awake_at = std::min(until, Clock::now() + doze_limit);
  for (auto limit = left_until(awake_at);; limit = left_until(awake_at)) {
    waits.store(RingHead::asleep);
    const bool seen = look_in() != Look::nothing;
    if (seen || limit.count() == 0) {
      waits.store(RingHead::awake);
      return seen;
    }
    wait_while(waits, RingHead::asleep, limit);
    if (look_in() == Look::nothing) continue;
    if (waits.load() != RingHead::awake) waits.store(RingHead::awake);
    return true;
  }
}

Result ShmStream::park(Deadline until) {
  for (;;) {
    const bool quiet = prepare_poll();
    bool gone = false;
    if (quiet) {
      pollfd waiting{control_.get(), POLLIN | POLLRDHUP, 0};
      ::poll(&waiting, 1, poll_timeout(until));
      gone = (waiting.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
    }
    silence_bell();
    switch (look_in()) {
      case Look::something:
        return {};
      case Look::over:
        return why_over_in();
      case Look::nothing:
        break;
    }
    if (gone) return {Status::failed, 0, ECONNRESET};
    if (passed(until)) return {Status::timeout, 0, 0};
  }
}

bool ShmStream::prepare_poll() noexcept {
  const OneAtATime::Use receiving(receiving_);
  const unsigned special = special_.load(std::memory_order_acquire);
  if ((special & is_shut) != 0) return false;
  if ((special & has_no_memory) != 0) return true;  // the memory arrives through the socket
  if ((special & bell_asked) != 0) silence_bell();
  if (bell_rings_.load(std::memory_order_relaxed)) drain_bells();
  special_.fetch_or(bell_asked, std::memory_order_relaxed);
  in_->head().receiver_waits.store(RingHead::wants_bell);
  return look_in() == Look::nothing;
}

void ShmStream::silence_bell() noexcept {
  if ((special_.fetch_and(~unsigned{bell_asked}, std::memory_order_relaxed) & bell_asked) == 0) return;
  if (in_->head().receiver_waits.exchange(RingHead::awake) != RingHead::wants_bell) {
    bell_rings_.store(true, std::memory_order_relaxed);
  }
  // Drains the socket even if the bell of this wait did not ring: a bell of an earlier wait may have arrived late, or a
  // faulty peer may have sent one, and the socket would stay readable. No octets are missed, since a sender puts them
  // into the ring before it rings.
  drain_bells();
}

void ShmStream::drain_bells() noexcept {
  std::array<char, 64> octets{};
  if (::recv(control_.get(), octets.data(), octets.size(), MSG_DONTWAIT) > 0) {
    bell_rings_.store(false, std::memory_order_relaxed);
  }
}

bool ShmStream::octets_wait() const noexcept {
  if ((special_.load(std::memory_order_acquire) & has_no_memory) != 0) return false;
  const RingHead& head = in_->head();
  return head.written.load() != head.read.load();
}

// Sending -------------------------------------------------------------------------------------------------------------

[[gnu::always_inline]] inline void ShmStream::publish(bool is_end) noexcept {
  out_->publish();
  if (out_->head().receiver_waits.load() == RingHead::awake) return;
  if (is_end || out_->is_worth_waking_for()) wake_receiver();
}

// The common case: sends the whole piece if there is room. Returns false if nothing has been sent.
[[gnu::always_inline]] inline bool ShmStream::put_at_once(const iovec& piece) noexcept {
  if (piece.iov_len > part_octets || out_->head().receiver_closed.load() != 0) return false;
  const std::size_t room = out_->room(piece.iov_len);
  if (room < piece.iov_len || room == ring_is_broken || piece.iov_len == 0) return false;
  out_->put(static_cast<const std::byte*>(piece.iov_base), piece.iov_len);
  publish(true);
  return true;
}

Result ShmStream::send(std::span<iovec> pieces, Deadline deadline) {
  const OneAtATime::Use sending(sending_);
  if ((special_.load(std::memory_order_acquire) & (is_shut | has_no_memory)) != 0) {
    if (const Result begun = begin(deadline); !begun) return begun;
  }
  out_->restart_if_empty();
  if (pieces.size() == 1 && put_at_once(pieces.front()))
    return {Status::ok, std::exchange(pieces.front().iov_len, 0), 0};
  std::size_t sent = 0;
  for (pieces = drop_octets(pieces, 0); !pieces.empty();) {
    const auto& piece = pieces.front();
    const std::size_t wanted = std::min(piece.iov_len, part_octets);
    if (look_out() == Look::over) return why_over_out(sent);
    const std::size_t room = out_->room(wanted);
    if (room == ring_is_broken) return why_over_out(sent);
    if (room == 0) {
      if (const Result waited = await_room(deadline); !waited) return {waited.status, sent, waited.error};
      continue;
    }
    const std::size_t count = std::min(room, wanted);
    out_->put(static_cast<const std::byte*>(piece.iov_base), count);
    sent += count;
    pieces = drop_octets(pieces, count);
    if (pieces.empty() || count == room || out_->unpublished() >= part_octets) publish(pieces.empty());
  }
  return {Status::ok, sent, 0};
}

bool ShmStream::has_room(std::size_t octets) noexcept {
  const OneAtATime::Use sending(sending_);
  if ((special_.load(std::memory_order_acquire) & has_no_memory) != 0) return false;
  const std::size_t room = out_->room(octets);
  return room == ring_is_broken || room >= octets;
}

bool ShmStream::is_over() const noexcept {
  const unsigned special = special_.load(std::memory_order_acquire);
  if ((special & has_no_memory) != 0) return (special & is_shut) != 0;
  return (special & is_shut) != 0 || out_->head().receiver_closed.load() != 0;
}

ShmStream::Look ShmStream::look_out() noexcept {
  if (shut() || out_->head().receiver_closed.load() != 0) return Look::over;
  const std::size_t room = out_->room(1);
  if (room == ring_is_broken) return Look::over;
  return room == 0 ? Look::nothing : Look::something;
}

Result ShmStream::why_over_out(std::size_t octets) noexcept {
  if (shut()) return {Status::closed, octets, 0};
  return {Status::failed, octets, out_->room(1) == ring_is_broken ? EPROTO : EPIPE};
}

Result ShmStream::await_room(Deadline deadline) {
  reactor::Spin spin(wait_, deadline, room_gaps_);
  Look seen = ask([this] { return look_out(); }, spin);
  SharedFlag& waits = out_->head().sender_waits;
  while (seen == Look::nothing) {
    if (passed(deadline)) return peer_is_gone() ? Result{Status::failed, 0, EPIPE} : Result{Status::timeout, 0, 0};
    waits.store(RingHead::asleep);
    seen = look_out();
    if (seen == Look::nothing) {
      wait_while(waits, RingHead::asleep, left_until(std::min(deadline, Clock::now() + look_after_peer)));
      seen = look_out();
    }
    waits.store(RingHead::awake);
    if (seen == Look::nothing && peer_is_gone()) return {Status::failed, 0, EPIPE};
  }
  return seen == Look::something ? Result{} : why_over_out(0);
}

void ShmStream::wake_receiver() noexcept {
  SharedFlag& waits = out_->head().receiver_waits;
  if (waits.exchange(RingHead::awake) == RingHead::wants_bell) {
    const char bell = 0;
    // A bell is not needed if the socket is full of bells.
    ::send(control_.get(), &bell, 1, MSG_DONTWAIT | MSG_NOSIGNAL);
  } else {
    wake_all(waits);
  }
}

void ShmStream::wake_sender() noexcept {
  SharedFlag& waits = in_->head().sender_waits;
  if (waits.exchange(RingHead::awake) != RingHead::awake) wake_all(waits);
}

// Other functions -----------------------------------------------------------------------------------------------------

bool ShmStream::peer_is_gone() const noexcept {
  pollfd peer{control_.get(), POLLRDHUP, 0};
  return ::poll(&peer, 1, 0) > 0 && (peer.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}

void ShmStream::shutdown() noexcept {
  // The peer has to see the orderly end before it sees the end of the socket.
  const bool attached = (special_.fetch_or(is_shut) & has_no_memory) == 0;
  if (attached) close_rings();
  ::shutdown(control_.get(), SHUT_RDWR);  // wakes threads that wait on it at either end
  if (attached) return;
  const sync::LockGuard lock(attaching_);  // the memory may have been attached in the meantime
  if (memory_) close_rings();
}

void ShmStream::close_rings() noexcept {
  out_->head().sender_closed.store(1);
  in_->head().receiver_closed.store(1);
  if (memory_->loans()) memory_->loans()->close();
  for (RingHead* const head : {&in_->head(), &out_->head()}) {
    for (SharedFlag* const waits : {&head->receiver_waits, &head->sender_waits}) {
      waits->store(RingHead::awake);
      wake_all(*waits);
    }
  }
}

Endpoint ShmStream::local() const { return {"shm", endpoint_of(local_address(control_.get())).host, 0}; }
Endpoint ShmStream::peer() const { return {"shm", endpoint_of(peer_address(control_.get())).host, 0}; }

std::shared_ptr<dimma::LoanArena> ShmStream::loans() const noexcept {
  if ((special_.load(std::memory_order_acquire) & has_no_memory) != 0) return nullptr;
  if (memory_->loans()) return memory_->loans();
  return is_within_process_ ? dimma::loans_within_process() : nullptr;
}

Peer ShmStream::identify_peer() const {
  Peer known = Stream::identify_peer();
  known.process = process_of_peer(control_.get());
  return known;
}

}  // namespace dimma::transport
