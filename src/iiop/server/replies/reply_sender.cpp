#include "iiop/server/replies/reply_sender.hpp"

#include "iiop/server/core/server_core.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>

namespace dimma::iiop {

namespace {
// If a client takes this many octets of a reply at once, it is worth waiting until it takes more.
constexpr std::size_t octets_worth_waiting = std::size_t{16} << 10;
// If a retry sends only a little, the next one comes later, after up to this many ticks.
constexpr std::uint32_t ticks_between_max = 8;
constexpr std::chrono::milliseconds room_look_interval{10};
constexpr std::chrono::seconds blocking_step{1};

// Decides how long a thread that may be needed elsewhere waits for a client.
class BriefWait {
 public:
  // `is_told`: the poller reports when the client has made room.
  BriefWait(ServerCore& core, bool is_told) noexcept : core_(core), is_told_(is_told) {}

  // Returns the end of the next step, or no_wait if there is none. `taken` is the number of octets that the client has
  // taken in the last step.
  Deadline next(std::size_t taken) noexcept {
    const bool is_needed = !sync::has_threads || !core_.workers->someone_waits();
    if (taken < octets_worth_waiting || (is_needed && is_told_)) return no_wait;
    const auto now = Clock::now();
    if (now - began_ >= (is_needed ? limit_when_needed : limit)) return no_wait;
    return now + (is_needed ? step_when_needed : step);
  }

 private:
  static constexpr std::chrono::milliseconds limit{100};
  static constexpr std::chrono::milliseconds step{10};
  static constexpr std::chrono::milliseconds limit_when_needed{5};
  static constexpr std::chrono::milliseconds step_when_needed{1};

  ServerCore& core_;
  const bool is_told_;
  const Deadline began_ = Clock::now();
};
}  // namespace

ReplySender::ReplySender(ReplyOwner& owner, ServerCore& core, transport::Stream& stream) noexcept
    : owner_(owner), core_(core), stream_(stream), unsent_(core.rules.settings.memory, stream) {}

ReplySender::~ReplySender() { end_polling(); }

transport::Result ReplySender::send_with_patience(std::span<iovec> pieces) {
  return pending_.load() ? queue_behind(pieces) : wait_for_client(pieces);
}

transport::Result ReplySender::wait_for_client(std::span<iovec> pieces) {
  begin_pending();
  const bool has_own_thread = core_.rules.has_thread_per_connection();
  auto result = has_own_thread ? send_blocking(pieces) : send_briefly(pieces);
  {
    const sync::LockGuard lock(mutex_);
    if (result.status == transport::Status::timeout) {
      result = append(pieces);
      if (result && schedule()) return result;
      if (result) result = {transport::Status::closed};
    }
    if (ends_when_sent_) end_stream();
    pending_.store(false);
  }
  end_pending();
  return result;
}

// Waits without a limit. If the client takes nothing for too long, the monitor shuts the stream down.
transport::Result ReplySender::send_blocking(std::span<iovec> pieces) {
  for (;;) {
    const auto result = stream_.send(pieces, Clock::now() + blocking_step);
    if (result.status != transport::Status::timeout) return result;
    if (result.octets != 0) progressed();
  }
}

transport::Result ReplySender::send_briefly(std::span<iovec> pieces) {
  BriefWait wait(core_, stream_.send_handle() >= 0);
  transport::Result result{transport::Status::timeout, octets_worth_waiting};
  while (result.status == transport::Status::timeout) {
    const auto deadline = wait.next(result.octets);
    if (deadline == no_wait) break;
    result = stream_.send(pieces, deadline);
    if (result.octets != 0) progressed();
  }
  return result;
}

transport::Result ReplySender::queue_behind(std::span<iovec> pieces) {
  sync::UniqueLock lock(mutex_);
  if (!wait_for_room()) {
    core_.counters.closed_as_unread.fetch_add(1, std::memory_order_relaxed);
    return {transport::Status::failed, 0, ENOBUFS};
  }
  if (!pending_.load()) {
    lock.unlock();
    return wait_for_client(pieces);
  }
  const auto result = append(pieces);
  if (!result || schedule()) return result;
  pending_.store(false);
  lock.unlock();
  end_pending();
  return {transport::Status::closed};
}

// Returns false if the connection has more unsent octets than the limit, and the thread is needed elsewhere.
bool ReplySender::wait_for_room() {
  constexpr unsigned looks_max = 2;
  unsigned looks_when_needed = 0;
  while (pending_.load() && octets_queued() >= core_.rules.settings.message_octets_max) {
    if (!sync::has_threads) return false;
    const bool is_needed = core_.rules.has_pool() && !core_.workers->someone_waits();
    looks_when_needed = is_needed ? looks_when_needed + 1 : 0;
    if (looks_when_needed == looks_max) return false;
    const sync::UnlockGuard others(mutex_);
    sync::sleep_for(room_look_interval);
  }
  return true;
}

void ReplySender::send_last(std::span<iovec> pieces) noexcept {
  if (!pending_.load()) {
    const auto result = stream_.send(pieces, no_wait);
    if (result.status != transport::Status::timeout) return end_stream();
    begin_pending();
  }
  {
    const sync::LockGuard lock(mutex_);
    ends_when_sent_ = true;
    if (!pending_.load()) {  // the queue has been sent in the meantime: no other thread uses the stream
      stream_.send(pieces, no_wait);
      return end_stream();
    }
    if (!append(pieces)) stream_.shutdown();
    if (schedule()) return;
    pending_.store(false);
  }
  end_pending();
}

void ReplySender::end_when_sent() noexcept {
  const sync::LockGuard lock(mutex_);
  ends_when_sent_ = true;
  if (!pending_.load()) end_stream();
}

// Ends the stream in order, and wakes a thread that blocks in receive().
void ReplySender::end_stream() noexcept {
  stream_.end_sending();
  stream_.shutdown();
}

// The queue -----------------------------------------------------------------------------------------------------------

transport::Result ReplySender::append(std::span<const iovec> pieces) noexcept {
  switch (unsent_.append(pieces)) {
    case UnsentOctets::Appended::yes:
      return {};
    case UnsentOctets::Appended::over_limit:
      core_.counters.closed_as_unread.fetch_add(1, std::memory_order_relaxed);
      return {transport::Status::failed, 0, ENOBUFS};
    case UnsentOctets::Appended::no_memory:
      break;
  }
  return {transport::Status::failed, 0, ENOMEM};
}

// Sends until the queue is empty or the client takes no more.
transport::Result ReplySender::send_some_of_queue(Deadline deadline) noexcept {
  std::size_t sent = 0;
  while (!unsent_.empty()) {
    std::array<iovec, 16> pieces;
    const auto result = stream_.send(unsent_.pieces(pieces), deadline);
    if (result.octets != 0) progressed();
    sent += result.octets;
    unsent_.sent(result.octets);
    if (!result) return {result.status, sent, result.error};
  }
  return {transport::Status::ok, sent};
}

transport::Result ReplySender::send_queue() noexcept {
  auto result = send_some_of_queue(no_wait);
  if (polled_) return result;
  ticks_between_ = result.octets >= octets_worth_waiting ? 1 : std::min(2 * ticks_between_, ticks_between_max);
  BriefWait wait(core_, false);
  while (result.status == transport::Status::timeout) {
    const auto deadline = wait.next(result.octets);
    if (deadline == no_wait) break;
    result = send_some_of_queue(deadline);
  }
  return result;
}

bool ReplySender::schedule() noexcept {
  if (scheduled_) return true;
  if (!owner_.hold()) {
    unsent_.clear();
    return false;
  }
  scheduled_ = true;
  if (begin_polling()) {
    core_.workers->poller().arm_writable(polled_.get(), *this);
    return true;
  }
  ticks_left_.store(ticks_between_);
  wants_retry_.store(true);
  return true;
}

// Polls a duplicate of the stream's descriptor, because the original is armed for reading at other times.
bool ReplySender::begin_polling() noexcept {
  if (polled_) return true;
  if (stream_.send_handle() < 0) return false;
  reactor::Descriptor same(::fcntl(stream_.send_handle(), F_DUPFD_CLOEXEC, 0));
  if (!same) return false;
  try {
    core_.workers->poller().add(same.get(), *this);
  } catch (const std::system_error&) {
    return false;
  }
  polled_ = std::move(same);
  return true;
}

void ReplySender::end_polling() noexcept {
  if (!polled_) return;
  core_.workers->poller().remove(polled_.get());
  polled_ = reactor::Descriptor();
}

void ReplySender::readable() noexcept {
  const auto self = owner_.keep();
  const execution::WorkerPool::Busy busy(*core_.workers);
  if (flush()) end_pending();
  owner_.release();
}

// Returns true if nothing is left to be sent.
bool ReplySender::flush() noexcept {
  const sync::LockGuard lock(mutex_);
  scheduled_ = false;
  const auto result = send_queue();
  if (result.status == transport::Status::timeout) {
    schedule();
    return false;
  }
  unsent_.clear();
  ticks_between_ = 1;
  end_polling();
  if (!result) {
    owner_.give_up("the client does not read its replies (--dimma-send-timeout)", log::Event::connection_stalled);
  } else if (ends_when_sent_) {
    end_stream();
  }
  pending_.store(false);
  return true;
}

// Time ----------------------------------------------------------------------------------------------------------------

void ReplySender::begin_pending() noexcept {
  pending_since_.store(coarse_now().count(), std::memory_order_relaxed);
  progressed();
  pending_.store(true);
  core_.begin_sending();
}

void ReplySender::end_pending() noexcept {
  core_.end_sending();
  owner_.replies_taken();
}

void ReplySender::progressed() noexcept { progressed_at_.store(coarse_now().count(), std::memory_order_relaxed); }

void ReplySender::begin_closing() noexcept { closing_since_.store(coarse_now().count(), std::memory_order_relaxed); }

void ReplySender::tick() noexcept {
  if (!pending_.load()) return;
  const auto passed = [now = coarse_now()](Nanoseconds since, std::chrono::milliseconds limit) {
    return limit.count() != 0 && now - std::chrono::nanoseconds(since) >= limit;
  };
  constexpr auto relaxed = std::memory_order_relaxed;
  const auto closing = closing_since_.load(relaxed);
  const bool is_silent = passed(progressed_at_.load(relaxed), core_.rules.settings.send_timeout);
  const auto late_since = std::max(closing, pending_since_.load(relaxed));
  const bool is_late = closing != 0 && passed(late_since, core_.rules.settings.drain_timeout);
  if ((is_silent || is_late) && !given_up_) {
    given_up_ = true;
    core_.counters.closed_as_unread.fetch_add(1, relaxed);
    owner_.give_up("the client does not read its replies (--dimma-send-timeout)", log::Event::connection_stalled);
  }
  if (!wants_retry_.load()) return;
  const auto left = ticks_left_.load(relaxed);
  if (left > 1 && !given_up_) return ticks_left_.store(left - 1, relaxed);
  if (wants_retry_.exchange(false)) core_.workers->post(*this);
}

}  // namespace dimma::iiop
