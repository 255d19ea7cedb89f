#include "iiop/bidirectional/divided_connection.hpp"

#include "base/log/log.hpp"
#include "base/sync/assert.hpp"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>

namespace dimma::iiop {

namespace {

using transport::Result;
using transport::Status;

constexpr std::size_t buffer_octets = std::size_t{64} << 10;
// If an inbox holds this many octets, nothing more is received for either half.
constexpr std::size_t inbox_octets_max = std::size_t{1} << 20;
// An empty inbox keeps no more memory than this.
constexpr std::size_t inbox_octets_kept_max = std::size_t{256} << 10;
// The longest time that a no_wait send of one half waits for the other half to complete the message that it is
// sending.
constexpr std::chrono::milliseconds other_half_limit{10};
// The longest time that an orderly shutdown waits for room to send the rest of a message.
constexpr std::chrono::seconds rest_limit{1};
// The number of receives in a row after which the loop serves other descriptors.
constexpr int receives_at_once = 16;

std::size_t octets_of(std::span<const iovec> pieces) noexcept {
  std::size_t octets = 0;
  for (const iovec& piece : pieces) octets += piece.iov_len;
  return octets;
}

int poll_limit(Deadline deadline) noexcept {
  if (deadline == no_deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 60'000));
}

}  // namespace

template <class Base>
class DividedConnection::Half : public Base {
 public:
  // `bell` is the descriptor Inbox::bell of this half.
  Half(std::shared_ptr<DividedConnection> whole, Halves which, int bell) noexcept
      : whole_(std::move(whole)), which_(which), bell_(bell) {}
  ~Half() override { whole_->end_in_order(); }  // like any stream that was not shut down

  Result receive(std::span<std::byte> into, Deadline deadline) override {
    return whole_->receive(which_, into, deadline);
  }
  Result send(std::span<iovec> pieces, Deadline deadline) override { return whole_->send(which_, pieces, deadline); }
  void receive_timeout(std::chrono::milliseconds limit) override {
    const sync::LockGuard lock(whole_->mutex_);
    whole_->inbox(which_).timeout = limit;
  }
  int handle() const noexcept override { return bell_; }
  int send_handle() const noexcept override { return whole_->stream_->send_handle(); }
  bool prepare_poll() noexcept override { return whole_->prepare_poll(which_); }
  bool octets_wait() const noexcept override { return whole_->octets_wait(which_); }
  void shutdown() noexcept override { whole_->shut_down(); }
  // Ends the other half too. Octets that this half has sent still arrive.
  void end_sending() noexcept override { whole_->end_in_order(); }
  transport::Endpoint local() const override { return whole_->stream_->local(); }
  transport::Endpoint peer() const override { return whole_->stream_->peer(); }
  Peer identify_peer() const override { return whole_->identify_peer(); }
  std::string failure() const override { return whole_->stream_->failure(); }

 protected:
  const std::shared_ptr<DividedConnection> whole_;
  const Halves which_;

 private:
  const int bell_;
};

class DividedConnection::Requests final : public Half<transport::Stream> {
 public:
  using Half::Half;
};

class DividedConnection::Replies final : public Half<RepliesHalf> {
 public:
  using Half::Half;
  void when_unread(std::function<void()> read) override {
    const sync::LockGuard lock(whole_->mutex_);
    whole_->read_replies_ = std::move(read);
  }
};

std::size_t DividedConnection::Inbox::take(std::span<std::byte> into) noexcept {
  const std::size_t count = std::min(into.size(), size());
  std::copy_n(octets.begin() + static_cast<std::ptrdiff_t>(begin), count, into.begin());
  begin += count;
  if (begin != octets.size()) return count;
  begin = 0;
  octets.clear();
  if (octets.capacity() > inbox_octets_kept_max) std::vector<std::byte>().swap(octets);
  return count;
}

std::shared_ptr<DividedConnection> DividedConnection::divide(std::unique_ptr<transport::Stream> stream,
                                                             ConnectionEnd end, std::shared_ptr<DividedConnections> all,
                                                             std::shared_ptr<MemoryBudget> memory) {
  auto connection = std::make_shared<DividedConnection>(std::move(stream), end, std::move(all), std::move(memory));
  connection->poller().add(connection->stream_->handle(), *connection);
  connection->all_->keep(connection);
  return connection;
}

DividedConnection::DividedConnection(std::unique_ptr<transport::Stream> stream, ConnectionEnd end,
                                     std::shared_ptr<DividedConnections> all, std::shared_ptr<MemoryBudget> memory)
    : stream_(std::move(stream)),
      all_(std::move(all)),
      encrypts_(stream_->peer().transport == "tls"),
      peer_(to_string(stream_->peer())),
      memory_(std::make_shared<MemoryShare>(std::move(memory), std::numeric_limits<std::size_t>::max(),
                                            [this] { stream_->shutdown(); })),
      router_(end),
      held_(memory_),
      buffer_(buffer_octets),
      kept_memory_(memory_) {}

DividedConnection::~DividedConnection() { memory_->retire(); }

template <class Made>
std::unique_ptr<transport::Stream> DividedConnection::half(Halves which) {
  reactor::Descriptor bell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!bell) throw std::system_error(errno, std::generic_category(), "eventfd");
  auto made = std::make_unique<Made>(shared_from_this(), which, bell.get());
  const sync::LockGuard lock(mutex_);
  inbox(which).bell = std::move(bell);
  return made;
}

std::unique_ptr<transport::Stream> DividedConnection::requests() { return half<Requests>(MessageRouter::requests); }

std::unique_ptr<transport::Stream> DividedConnection::replies() {
  auto made = half<Replies>(MessageRouter::replies);
  const sync::LockGuard lock(mutex_);
  router_.begin_replies();
  return made;
}

bool DividedConnection::has_ended() const {
  const sync::LockGuard lock(mutex_);
  return ended_.has_value();
}

// Receiving -----------------------------------------------------------------------------------------------------------

Result DividedConnection::receive(Halves which, std::span<std::byte> into, Deadline deadline) {
  sync::UniqueLock lock(mutex_);
  auto& own = inbox(which);
  if (own.bell_rung) {
    std::uint64_t count = 0;
    static_cast<void>(::read(own.bell.get(), &count, sizeof count));
  }
  own.bell_asked = own.bell_rung = false;
  if (deadline == no_deadline && own.timeout.count() != 0) deadline = Clock::now() + own.timeout;
  for (;;) {
    if (own.size() != 0) {
      const std::size_t count = own.take(into);
      held_.resize(requests_.size() + replies_.size());
      hand_on_locked();
      return {Status::ok, count, 0};
    }
    if (ended_) return *ended_;
    if (!receiving_ && has_room_locked()) {
      if (receive_locked(deadline)) continue;
      hand_on_locked();
      return {Status::timeout};
    }
    if (!receiving_) drain_if_full_locked();
    if (deadline == no_deadline) {
      ++waiting_;
      changed_.wait(lock);
      --waiting_;
    } else {
      ++waiting_;
      const bool is_late = changed_.wait_until(lock, deadline) == std::cv_status::timeout;
      --waiting_;
      if (is_late && own.size() == 0 && !ended_) {
        hand_on_locked();  // passes on a wake-up that this thread may have consumed
        return {Status::timeout};
      }
    }
  }
}

// Returns false if the deadline passes. Releases the lock while it waits.
bool DividedConnection::receive_locked(Deadline deadline) {
  DIMMA_ASSERT(!receiving_);
  receiving_ = true;
  blocks_ = deadline != no_wait;
  Result result;
  {
    const sync::UnlockGuard waiting(mutex_);
    result = stream_->receive(buffer_, deadline);
  }
  receiving_ = blocks_ = false;
  if (result) {
    route_locked(OctetView(buffer_).first(result.octets));
    if (waiting_ != 0) changed_.notify_all();
    return true;
  }
  if (result.status == Status::timeout) return false;
  end_locked(result);
  return true;
}

void DividedConnection::route_locked(OctetView octets) {
  if (ended_) return;
  try {
    const auto put = [this](Halves to, OctetView run) {
      mutex_.assert_held();
      put_locked(to, run);
    };
    if (router_.route(octets, put)) return;
    log::write(event_of(router_.fault().kind), [this] {
      mutex_.assert_held();
      return log::Entry{.text = "the bidirectional connection with " + peer_ + " is closed: " + router_.fault().text,
                        .peer = peer_};
    });
    refuse_locked();
  } catch (const std::bad_alloc&) {
    end_locked({Status::failed, 0, ENOMEM});
    stream_->shutdown();
  }
}

void DividedConnection::put_locked(Halves to, OctetView octets) {
  for (const Halves which : {MessageRouter::requests, MessageRouter::replies}) {
    auto& into = inbox(which);
    if ((to & which) == 0 || !into.bell) continue;
    if (!held_.resize(requests_.size() + replies_.size() + octets.size())) throw std::bad_alloc();
    if (into.begin != 0 && into.octets.size() + octets.size() > into.octets.capacity()) {
      into.octets.erase(into.octets.begin(), into.octets.begin() + static_cast<std::ptrdiff_t>(into.begin));
      into.begin = 0;
    }
    into.octets.insert(into.octets.end(), octets.begin(), octets.end());
    ring_locked(into);
  }
}

// Ends the connection, after a MessageError if that can be sent without waiting.
void DividedConnection::refuse_locked() noexcept {
  end_locked({Status::failed, 0, EPROTO});
  if (sending_.try_lock()) {
    const sync::LockGuard lock(sending_, std::adopt_lock);
    if (!bounds_.is_within_message() && kept_.empty()) say_error();
  }
  stream_->shutdown();
}

void DividedConnection::say_error() noexcept {
  try {
    cdr::Buffer buffer(header_octets);
    cdr::Encoder out(buffer);
    write_message_error(out, giop_minor_max);
    iovec piece{buffer.data(), out.size()};
    stream_->send({&piece, 1}, no_wait);
  } catch (const std::exception&) {
    // Out of memory. The peer sees only the end of the stream.
  }
}

void DividedConnection::end_locked(const Result& how) noexcept {
  if (!ended_) ended_ = how;
  ring_locked(requests_);
  ring_locked(replies_);
  changed_.notify_all();
}

void DividedConnection::ring_locked(Inbox& inbox) noexcept {
  if (!inbox.bell_asked || inbox.bell_rung) return;
  const std::uint64_t one = 1;
  static_cast<void>(::write(inbox.bell.get(), &one, sizeof one));
  inbox.bell_rung = true;
}

// If no thread receives, lets another one receive: a thread that waits in receive() or, if a half waits for its bell,
// the loop. Otherwise does nothing, because a half will call receive() later, and the loop would wake a thread
// needlessly.
void DividedConnection::hand_on_locked() noexcept {
  if (receiving_) return;
  drain_if_full_locked();
  if (waiting_ != 0) return changed_.notify_all();
  const auto waits_for_bell = [](const Inbox& inbox) { return inbox.bell_asked && !inbox.bell_rung; };
  if (!waits_for_bell(requests_) && !waits_for_bell(replies_)) return;
  if (armed_ || is_shut_ || ended_ || !has_room_locked()) return;
  armed_ = true;
  if (stream_->prepare_poll()) return poller().arm(stream_->handle(), *this);
  all_->loop().post(*this, shared_from_this());
}

void DividedConnection::drain_if_full_locked() noexcept {
  if (replies_.size() < inbox_octets_max || !read_replies_ || ended_ || std::exchange(drainer_posted_, true)) return;
  all_->loop().post(drainer_, shared_from_this());
}

// Never runs concurrently with itself. Checks the inbox again at the end, because `read` leaves the replies to another
// thread that is reading.
void DividedConnection::drain() noexcept {
  std::function<void()> read;
  try {
    const sync::LockGuard lock(mutex_);
    read = read_replies_;
  } catch (const std::bad_alloc&) {
    return stream_->shutdown();
  }
  if (read) read();
  const sync::LockGuard lock(mutex_);
  drainer_posted_ = false;
  drain_if_full_locked();
}

bool DividedConnection::has_room_locked() const noexcept {
  return requests_.size() < inbox_octets_max && replies_.size() < inbox_octets_max;
}

void DividedConnection::readable() noexcept {
  const auto self = shared_from_this();
  sync::UniqueLock lock(mutex_);
  armed_ = false;
  for (int i = 0; i < receives_at_once; ++i) {
    if (receiving_ || ended_ || !has_room_locked()) break;
    if (!receive_locked(no_wait)) break;
  }
  hand_on_locked();
  if (!is_shut_) return;
  lock.unlock();
  leave_loop();
}

bool DividedConnection::prepare_poll(Halves which) noexcept {
  const sync::LockGuard lock(mutex_);
  auto& own = inbox(which);
  if (own.size() != 0 || ended_) return false;
  own.bell_asked = true;
  hand_on_locked();
  return true;
}

bool DividedConnection::octets_wait(Halves which) const noexcept {
  {
    const sync::LockGuard lock(mutex_);
    const auto& own = which == MessageRouter::requests ? requests_ : replies_;
    if (own.size() != 0) return true;
  }
  return stream_->octets_wait();
}

void DividedConnection::shut_down() noexcept {
  if (end_receiving(How::at_once)) stream_->shutdown();
  leave_loop();
}

void DividedConnection::end_in_order() noexcept {
  if (is_shut()) return leave_loop();
  send_rest();
  stream_->end_sending();
  if (end_receiving(How::in_order)) stream_->shutdown();
  leave_loop();
}

bool DividedConnection::is_shut() const noexcept {
  const sync::LockGuard lock(mutex_);
  return is_shut_;
}

// Returns true if the stream has to be shut down. An orderly end avoids that unless a thread that blocks in receive()
// has to be woken: after a shutdown, the first octet that arrives makes the system drop all unsent octets (RFC 1122,
// 4.2.2.13).
bool DividedConnection::end_receiving(How how) noexcept {
  const sync::LockGuard lock(mutex_);
  is_shut_ = true;
  ends_in_order_ |= how == How::in_order;
  if (!blocks_) end_locked({Status::closed});
  return blocks_ || !ends_in_order_;
}

// Unregisters from the loop, unless the loop is handling an event of the connection or will handle one.
void DividedConnection::leave_loop() noexcept {
  std::shared_ptr<DividedConnection> released;  // destroyed after the locks are released
  const sync::LockGuard lock(mutex_);
  const sync::LockGuard sending(sending_);
  may_send_ = false;
  sent_.notify_all();
  if (armed_ || flusher_armed_ || !registered_) return;
  leave_loop_locked();
  released = all_->release(*this);
}

void DividedConnection::leave_loop_locked() noexcept {
  if (!std::exchange(registered_, false)) return;
  if (writable_) poller().remove(writable_.get());
  poller().remove(stream_->handle());
}

void DividedConnection::abandon() noexcept {
  const sync::LockGuard lock(mutex_);
  const sync::LockGuard sending(sending_);
  leave_loop_locked();
}

void DividedConnections::keep(std::shared_ptr<DividedConnection> connection) {
  const sync::LockGuard lock(mutex_);
  kept_.emplace(connection.get(), connection);
}

std::shared_ptr<DividedConnection> DividedConnections::release(const DividedConnection& connection) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto found = kept_.find(&connection);
  if (found == kept_.end()) return nullptr;
  auto released = std::move(found->second);
  kept_.erase(found);
  return released;
}

void DividedConnections::end() noexcept {
  std::map<const DividedConnection*, std::shared_ptr<DividedConnection>> left;
  {
    const sync::LockGuard lock(mutex_);
    left.swap(kept_);
  }
  for (auto& [connection, owner] : left) {
    owner->abandon();
    loop_->retire(std::move(owner));  // a thread of the application may still be handling an event
  }
}

// Sending -------------------------------------------------------------------------------------------------------------

Result DividedConnection::send(Halves which, std::span<iovec> pieces, Deadline deadline) {
  for (;;) {
    Result result;
    {
      const sync::LockGuard lock(sending_);
      result = send_locked(which, pieces);
    }
    if (result.status != Status::timeout) return result;
    if (!wait_to_send(which, deadline)) return result;
  }
}

// Sends all pieces or none. Octets that the stream does not take are kept, and count as sent.
Result DividedConnection::send_locked(Halves which, std::span<iovec> pieces) {
  if (sender_ != 0 && sender_ != which) return {Status::timeout};
  if (!kept_.empty()) {
    if (const auto result = send_kept_locked(); !result) return result;
  }
  MessageBounds after = bounds_;
  after.add(pieces);
  const std::size_t octets = octets_of(pieces);
  auto result = stream_->send(pieces, no_wait);
  if (result.status == Status::timeout) {
    // If the stream encrypts, it may hold encrypted octets, which must be sent before any others of either half.
    if (result.octets == 0 && !bounds_.is_within_message() && !encrypts_) return result;
    result = keep_locked(pieces);
  }
  if (!result) return result;
  bounds_ = after;
  sender_ = bounds_.is_within_message() ? which : Halves{0};
  if (sender_ == 0) sent_.notify_all();
  return {Status::ok, octets, 0};
}

Result DividedConnection::send_kept_locked() noexcept {
  iovec piece{kept_.data() + kept_sent_, kept_.size() - kept_sent_};
  auto result = stream_->send({&piece, 1}, no_wait);
  kept_sent_ += result.octets;
  if (kept_sent_ == kept_.size()) {
    std::vector<std::byte>().swap(kept_);
    kept_sent_ = 0;
    kept_memory_.resize(0);
    sent_.notify_all();
  }
  result.octets = 0;  // the octets sent here are not the caller's
  return result;
}

// Sends the kept octets on the calling thread, because the loop may have ended. Does not wait if the connection has
// ended.
void DividedConnection::send_rest() noexcept {
  const auto until = has_ended() ? no_wait : Clock::now() + rest_limit;
  for (;;) {
    {
      const sync::LockGuard lock(sending_);
      if (kept_.empty() || send_kept_locked().status != Status::timeout) return;
    }
    if (until == no_wait || Clock::now() >= until) return;
    pollfd writable{stream_->send_handle(), POLLOUT, 0};
    if (::poll(&writable, 1, poll_limit(until)) < 0 && errno != EINTR) return;
  }
}

Result DividedConnection::keep_locked(std::span<const iovec> pieces) {
  if (!kept_memory_.resize(octets_of(pieces))) return {Status::failed, 0, ENOBUFS};
  try {
    for (const iovec& piece : pieces) {
      const auto* const octets = static_cast<const std::byte*>(piece.iov_base);
      kept_.insert(kept_.end(), octets, octets + piece.iov_len);
    }
    if (!may_send_) return {Status::closed};
    if (!writable_) {
      reactor::Descriptor same(::fcntl(stream_->send_handle(), F_DUPFD_CLOEXEC, 0));
      if (!same) return {Status::failed, 0, errno};
      poller().add(same.get(), flusher_);
      writable_ = std::move(same);
    }
    flusher_armed_ = true;
    poller().arm_writable(writable_.get(), flusher_);
    return {};
  } catch (const std::bad_alloc&) {
    return {Status::failed, 0, ENOMEM};
  } catch (const std::system_error& error) {
    return {Status::failed, 0, error.code().value()};
  }
}

void DividedConnection::send_kept() noexcept {
  const auto self = shared_from_this();
  sync::UniqueLock lock(sending_);
  flusher_armed_ = false;
  if (!may_send_) {
    lock.unlock();
    return leave_loop();
  }
  const auto result = kept_.empty() ? Result{} : send_kept_locked();
  if (result.status == Status::timeout) {
    flusher_armed_ = true;
    poller().arm_writable(writable_.get(), flusher_);
  } else if (!result) {
    stream_->shutdown();  // the receiving thread then sees the end
  }
}

// Returns true if the caller should try to send again.
bool DividedConnection::wait_to_send(Halves which, Deadline deadline) {
  if (deadline != no_deadline && deadline != no_wait && Clock::now() >= deadline) {
    return false;
  }
  {
    sync::UniqueLock lock(sending_);
    if (sender_ != 0 && sender_ != which) {
      const auto until = Clock::now() + other_half_limit;
      const bool is_free =
          sent_.wait_until(lock, deadline == no_wait ? until : std::min(deadline, until)) != std::cv_status::timeout;
      return is_free || deadline != no_wait;
    }
  }
  if (deadline == no_wait) return false;
  pollfd writable{stream_->send_handle(), POLLOUT, 0};
  ::poll(&writable, 1, poll_limit(deadline));
  return true;
}

}  // namespace dimma::iiop
