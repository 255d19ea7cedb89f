#include "transport/memory/memory_pipe.hpp"

#include "base/deadline.hpp"
#include "base/sync/sync.hpp"
#include "transport/pieces.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace dimma::transport {
namespace {

constexpr std::uint64_t writes_seed = 0x9e3779b97f4a7c15;  // any number that separates the two sequences

}  // namespace

MemoryPipe::MemoryPipe(const DirectionPlan& plan, std::uint64_t seed, sync::Atomic<std::uint64_t>& counter)
    : plan_(plan),
      reads_(seed),
      writes_(seed ^ writes_seed),
      counter_(counter),
      buffer_(new std::byte[plan.buffer_octets]) {}

void MemoryPipe::begin() noexcept {
  const sync::LockGuard lock(mutex_);
  if (cut_is_due()) cut();
}

template <typename Condition>
bool MemoryPipe::wait(Lock& lock, Deadline deadline, Condition condition) {
  if (deadline != no_deadline) return changed_.wait_until(lock, deadline, condition);
  changed_.wait(lock, condition);
  return true;
}

bool MemoryPipe::has_octets() const noexcept {
  const sync::LockGuard lock(mutex_);
  return used_ != 0;
}

Result MemoryPipe::read(std::span<std::byte> into, Deadline deadline) {
  Lock lock(mutex_);
  if (into.empty() && !reader_shut_) return {};
  if (!wait(lock, deadline, [this]() DIMMA_REQUIRES(mutex_) { return readable(); })) return {Status::timeout, 0, 0};
  if (reader_shut_) return {Status::closed, 0, 0};
  if (used_ != 0) return {Status::ok, take(into), 0};
  if (state_ == State::reset) return {Status::failed, 0, ECONNRESET};
  return {Status::end, 0, 0};
}

Result MemoryPipe::write(std::span<iovec> pieces, Deadline deadline) {
  Lock lock(mutex_);
  std::size_t written = 0;
  pieces = drop_octets(pieces, 0);
  if (writer_shut_) return write_failure(written);
  while (!pieces.empty()) {
    if (!hold_up(lock, deadline)) return {Status::timeout, written, 0};
    if (!wait(lock, deadline, [this]() DIMMA_REQUIRES(mutex_) { return writable(); }))
      return {Status::timeout, written, 0};
    if (write_must_fail()) return write_failure(written);
    const std::size_t count = put(pieces.front());
    written += count;
    pieces = drop_octets(pieces, count);
    if (cut_is_due()) cut();
  }
  return {Status::ok, written, 0};
}

Result MemoryPipe::write_failure(std::size_t octets) const noexcept {
  if (writer_shut_) return {Status::closed, octets, 0};
  return {Status::failed, octets, state_ == State::reset ? ECONNRESET : EPIPE};
}

bool MemoryPipe::hold_up(Lock& lock, Deadline deadline) {
  if (plan_.delay_max.count() == 0) return true;
  if (deadline == no_wait) return writes_.between(0, 1) == 1;
  const auto most = static_cast<std::uint64_t>(plan_.delay_max.count());
  const Deadline until = Clock::now() + std::chrono::microseconds(writes_.between(0, most));
  wait(lock, std::min(until, deadline), [this]() DIMMA_REQUIRES(mutex_) { return write_must_fail(); });
  return until <= deadline || write_must_fail();
}

std::size_t MemoryPipe::put(const iovec& piece) {
  std::size_t count = std::min(piece.iov_len, plan_.buffer_octets - used_);
  if (plan_.write_octets_max != any_size) {
    count = std::min<std::size_t>(count, writes_.between(1, plan_.write_octets_max));
  }
  if (plan_.cut != Cut::never) count = std::min<std::uint64_t>(count, plan_.cut_after_octets - passed_octets_);
  const auto* from = static_cast<const std::byte*>(piece.iov_base);
  const std::size_t at = (first_ + used_) % plan_.buffer_octets;
  const std::size_t to_the_end = std::min(count, plan_.buffer_octets - at);
  std::memcpy(&buffer_[at], from, to_the_end);
  std::memcpy(&buffer_[0], from + to_the_end, count - to_the_end);
  used_ += count;
  passed_octets_ += count;
  counter_.fetch_add(count, std::memory_order_relaxed);
  changed();
  return count;
}

std::size_t MemoryPipe::take(std::span<std::byte> into) {
  std::size_t count = std::min(into.size(), used_);
  if (plan_.read_octets_max != any_size) {
    count = std::min<std::size_t>(count, reads_.between(1, plan_.read_octets_max));
  }
  const std::size_t to_the_end = std::min(count, plan_.buffer_octets - first_);
  std::memcpy(into.data(), &buffer_[first_], to_the_end);
  std::memcpy(into.data() + to_the_end, &buffer_[0], count - to_the_end);
  first_ = (first_ + count) % plan_.buffer_octets;
  used_ -= count;
  changed();
  return count;
}

void MemoryPipe::cut() noexcept {
  const State state = plan_.cut == Cut::end ? State::ended : State::reset;
  const sync::UnlockGuard unlocked(mutex_);
  opposite_->finish(state);
  finish(state);
}

void MemoryPipe::finish(State state) noexcept {
  const sync::LockGuard lock(mutex_);
  if (state_ == State::open) state_ = state;
  changed();
}

void MemoryPipe::shut_reader() noexcept {
  const sync::LockGuard lock(mutex_);
  reader_shut_ = true;
  changed();
}

void MemoryPipe::shut_writer() noexcept {
  const sync::LockGuard lock(mutex_);
  writer_shut_ = true;
  if (state_ == State::open) state_ = State::ended;
  changed();
}

void MemoryPipe::changed() noexcept {
  readable_.set(readable());
  if (state_ != State::open || reader_shut_) readable_.end();
  changed_.notify_all();
}

}  // namespace dimma::transport
