#include "iiop/bidirectional/divided_sending.hpp"

#include "base/deadline.hpp"
#include "base/sync/clock.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>

#include <fcntl.h>
#include <poll.h>

namespace dimma::iiop {

namespace {

using transport::Result;
using transport::Status;

// The longest time that a no_wait send of one half waits for the other half to complete the message that it is
// sending.
constexpr std::chrono::milliseconds other_half_limit{10};

std::size_t octets_of(std::span<const iovec> pieces) noexcept {
  std::size_t octets = 0;
  for (const iovec& piece : pieces) octets += piece.iov_len;
  return octets;
}

}  // namespace

DividedSending::DividedSending(transport::Stream& stream, reactor::Poller& poller, reactor::Waiter& flusher,
                               std::shared_ptr<MemoryShare> memory)
    : stream_(stream),
      poller_(poller),
      flusher_(flusher),
      encrypts_(traits_of(stream.peer()).encrypts),
      kept_memory_(std::move(memory)) {}

Result DividedSending::send(Halves which, std::span<iovec> pieces, Deadline deadline) {
  for (;;) {
    Result result;
    {
      const sync::LockGuard lock(mutex_);
      result = send_locked(which, pieces);
    }
    if (result.status != Status::timeout) return result;
    if (!wait_to_send(which, deadline)) return result;
  }
}

Result DividedSending::send_locked(Halves which, std::span<iovec> pieces) {
  if (sender_ != 0 && sender_ != which) return {Status::timeout};
  if (!kept_.empty()) {
    if (const auto result = send_kept_locked(); !result) return result;
  }
  MessageBounds after = bounds_;
  after.add(pieces);
  const std::size_t octets = octets_of(pieces);
  auto result = stream_.send(pieces, no_wait);
  if (result.status == Status::timeout) {
    // If the stream encrypts, it may hold encrypted octets, which must be sent before any others of either half.
    if (result.octets == 0 && !bounds_.is_within_message() && !encrypts_) return result;
    result = keep_locked(pieces);
  }
  if (!result) return result;
  bounds_ = after;
  sender_ = bounds_.is_within_message() ? which : Halves{0};
  if (sender_ == 0) changed_.notify_all();
  return {Status::ok, octets, 0};
}

// Returns true if the caller should try to send again.
bool DividedSending::wait_to_send(Halves which, Deadline deadline) {
  if (deadline != no_deadline && deadline != no_wait && Clock::now() >= deadline) {
    return false;
  }
  {
    sync::UniqueLock lock(mutex_);
    if (sender_ != 0 && sender_ != which) {
      const auto until = Clock::now() + other_half_limit;
      const bool is_free =
          changed_.wait_until(lock, deadline == no_wait ? until : std::min(deadline, until)) != std::cv_status::timeout;
      return is_free || deadline != no_wait;
    }
  }
  if (deadline == no_wait) return false;
  pollfd writable{stream_.send_handle(), POLLOUT, 0};
  ::poll(&writable, 1, poll_timeout(deadline));
  return true;
}

void DividedSending::send_error() noexcept {
  if (!mutex_.try_lock()) return;
  const sync::LockGuard lock(mutex_, std::adopt_lock);
  if (bounds_.is_within_message() || !kept_.empty()) return;
  try {
    cdr::Buffer buffer(header_octets);
    cdr::Encoder out(buffer);
    write_message_error(out, giop_minor_max);
    iovec piece{buffer.data(), out.size()};
    stream_.send({&piece, 1}, no_wait);
  } catch (const std::exception&) {
    // Out of memory. The peer sees only the end of the stream.
  }
}

Result DividedSending::keep_locked(std::span<const iovec> pieces) {
  if (!kept_memory_.resize(octets_of(pieces))) return {Status::failed, 0, ENOBUFS};
  try {
    for (const iovec& piece : pieces) {
      const auto* const octets = static_cast<const std::byte*>(piece.iov_base);
      kept_.insert(kept_.end(), octets, octets + piece.iov_len);
    }
    if (!may_send_) return {Status::closed};
    if (!writable_) {
      reactor::Descriptor same(::fcntl(stream_.send_handle(), F_DUPFD_CLOEXEC, 0));
      if (!same) return {Status::failed, 0, errno};
      poller_.add(same.get(), flusher_);
      writable_ = std::move(same);
    }
    arm_locked();
    return {};
  } catch (const std::bad_alloc&) {
    return {Status::failed, 0, ENOMEM};
  } catch (const std::system_error& error) {
    return {Status::failed, 0, error.code().value()};
  }
}

void DividedSending::arm_locked() noexcept {
  is_armed_ = true;
  poller_.arm_writable(writable_.get(), flusher_);
}

Result DividedSending::send_kept_locked() noexcept {
  iovec piece{kept_.data() + kept_sent_, kept_.size() - kept_sent_};
  auto result = stream_.send({&piece, 1}, no_wait);
  kept_sent_ += result.octets;
  if (kept_sent_ == kept_.size()) {
    std::vector<std::byte>().swap(kept_);
    kept_sent_ = 0;
    kept_memory_.resize(0);
    changed_.notify_all();
  }
  result.octets = 0;  // the octets sent here are not the caller's
  return result;
}

bool DividedSending::send_kept() noexcept {
  const sync::LockGuard lock(mutex_);
  is_armed_ = false;
  if (!may_send_) return false;
  const auto result = kept_.empty() ? Result{} : send_kept_locked();
  if (result.status == Status::timeout) {
    arm_locked();
  } else if (!result) {
    stream_.shutdown();  // the receiving thread then sees the end
  }
  return true;
}

void DividedSending::send_rest(Deadline deadline) noexcept {
  for (;;) {
    {
      const sync::LockGuard lock(mutex_);
      if (kept_.empty() || send_kept_locked().status != Status::timeout) return;
    }
    if (deadline == no_wait || Clock::now() >= deadline) return;
    pollfd writable{stream_.send_handle(), POLLOUT, 0};
    if (::poll(&writable, 1, poll_timeout(deadline)) < 0 && errno != EINTR) return;
  }
}

bool DividedSending::end() noexcept {
  const sync::LockGuard lock(mutex_);
  may_send_ = false;
  changed_.notify_all();
  return is_armed_;
}

void DividedSending::leave_poller() noexcept {
  const sync::LockGuard lock(mutex_);
  if (writable_) poller_.remove(writable_.get());
}

}  // namespace dimma::iiop
