#include "iiop/bidirectional/divided_connection.hpp"

#include "base/log/log.hpp"
#include "base/sync/assert.hpp"

#include <cerrno>
#include <limits>
#include <new>

namespace dimma::iiop {

namespace {

using transport::Result;
using transport::Status;

constexpr std::size_t buffer_octets = std::size_t{64} << 10;
// The longest time that an orderly shutdown waits for room to send the rest of a message.
constexpr std::chrono::seconds rest_limit{1};
// The number of receives in a row after which the loop serves other descriptors.
constexpr int receives_at_once = 16;

}  // namespace

template <class Base>
class DividedConnection::Half : public Base {
 public:
  // `bell` is the bell of this half's inbox.
  Half(std::shared_ptr<DividedConnection> whole, Halves which, int bell) noexcept
      : whole_(std::move(whole)), which_(which), bell_(bell) {}
  ~Half() override { whole_->end_in_order(); }  // like any stream that was not shut down

  Result receive(std::span<std::byte> into, Deadline deadline) override {
    return whole_->receive(which_, into, deadline);
  }
  Result send(std::span<iovec> pieces, Deadline deadline) override {
    return whole_->sending_.send(which_, pieces, deadline);
  }
  void receive_timeout(std::chrono::milliseconds limit) override {
    const sync::LockGuard lock(whole_->mutex_);
    whole_->inboxes_.of(which_).limit_waits(limit);
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
      peer_(to_string(stream_->peer())),
      memory_(std::make_shared<MemoryShare>(std::move(memory), std::numeric_limits<std::size_t>::max(),
                                            [this] { stream_->shutdown(); })),
      router_(end),
      inboxes_(memory_),
      buffer_(buffer_octets),
      sending_(*stream_, poller(), flusher_, memory_) {}

DividedConnection::~DividedConnection() { memory_->retire(); }

template <class Made>
std::unique_ptr<transport::Stream> DividedConnection::half(Halves which) {
  auto bell = DividedInboxes::Inbox::make_bell();
  auto made = std::make_unique<Made>(shared_from_this(), which, bell.get());
  const sync::LockGuard lock(mutex_);
  inboxes_.of(which).open(std::move(bell));
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
  auto& own = inboxes_.of(which);
  own.silence_bell();
  if (deadline == no_deadline && own.timeout().count() != 0) deadline = Clock::now() + own.timeout();
  for (;;) {
    if (own.size() != 0) {
      const std::size_t count = inboxes_.take(which, into);
      hand_on_locked();
      return {Status::ok, count, 0};
    }
    if (ended_) return *ended_;
    if (!turn_.is_taken && inboxes_.have_room()) {
      if (receive_locked(deadline)) continue;
      hand_on_locked();
      return {Status::timeout};
    }
    if (!turn_.is_taken) drain_if_full_locked();
    if (deadline == no_deadline) {
      ++turn_.waiting;
      changed_.wait(lock);
      --turn_.waiting;
    } else {
      ++turn_.waiting;
      const bool is_late = changed_.wait_until(lock, deadline) == std::cv_status::timeout;
      --turn_.waiting;
      if (is_late && own.size() == 0 && !ended_) {
        hand_on_locked();  // passes on a wake-up that this thread may have consumed
        return {Status::timeout};
      }
    }
  }
}

// Returns false if the deadline passes. Releases the lock while it waits.
bool DividedConnection::receive_locked(Deadline deadline) {
  DIMMA_ASSERT(!turn_.is_taken);
  turn_.is_taken = true;
  turn_.blocks = deadline != no_wait;
  Result result;
  {
    const sync::UnlockGuard waiting(mutex_);
    result = stream_->receive(buffer_, deadline);
  }
  turn_.is_taken = turn_.blocks = false;
  if (result) {
    route_locked(OctetView(buffer_).first(result.octets));
    if (turn_.waiting != 0) changed_.notify_all();
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
      inboxes_.put(to, run);
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

// Ends the connection, after a MessageError if that can be sent without waiting.
void DividedConnection::refuse_locked() noexcept {
  end_locked({Status::failed, 0, EPROTO});
  sending_.send_error();
  stream_->shutdown();
}

void DividedConnection::end_locked(const Result& how) noexcept {
  if (!ended_) ended_ = how;
  inboxes_.ring();
  changed_.notify_all();
}

// If no thread receives, lets another one receive: a thread that waits in receive() or, if a half waits for its bell,
// the loop. Otherwise does nothing, because a half will call receive() later, and the loop would wake a thread
// needlessly.
void DividedConnection::hand_on_locked() noexcept {
  if (turn_.is_taken) return;
  drain_if_full_locked();
  if (turn_.waiting != 0) return changed_.notify_all();
  if (!inboxes_.wait_for_bell()) return;
  if (armed_ || is_shut_ || ended_ || !inboxes_.have_room()) return;
  armed_ = true;
  if (stream_->prepare_poll()) return poller().arm(stream_->handle(), *this);
  all_->loop().post(*this, shared_from_this());
}

void DividedConnection::drain_if_full_locked() noexcept {
  if (!inboxes_.of(MessageRouter::replies).is_full() || !read_replies_ || ended_) return;
  if (std::exchange(drainer_posted_, true)) return;
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

void DividedConnection::readable() noexcept {
  const auto self = shared_from_this();
  sync::UniqueLock lock(mutex_);
  armed_ = false;
  for (int i = 0; i < receives_at_once; ++i) {
    if (turn_.is_taken || ended_ || !inboxes_.have_room()) break;
    if (!receive_locked(no_wait)) break;
  }
  hand_on_locked();
  if (!is_shut_) return;
  lock.unlock();
  leave_loop();
}

bool DividedConnection::prepare_poll(Halves which) noexcept {
  const sync::LockGuard lock(mutex_);
  auto& own = inboxes_.of(which);
  if (own.size() != 0 || ended_) return false;
  own.ask_for_bell();
  hand_on_locked();
  return true;
}

bool DividedConnection::octets_wait(Halves which) const noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (inboxes_.of(which).size() != 0) return true;
  }
  return stream_->octets_wait();
}

void DividedConnection::shut_down() noexcept {
  if (end_receiving(How::at_once)) stream_->shutdown();
  leave_loop();
}

void DividedConnection::end_in_order() noexcept {
  if (is_shut()) return leave_loop();
  // Does not wait if the connection has ended.
  sending_.send_rest(has_ended() ? no_wait : Clock::now() + rest_limit);
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
  if (!turn_.blocks) end_locked({Status::closed});
  return turn_.blocks || !ends_in_order_;
}

// Unregisters from the loop, unless the loop is handling an event of the connection or will handle one.
void DividedConnection::leave_loop() noexcept {
  std::shared_ptr<DividedConnection> released;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  const bool flusher_is_armed = sending_.end();
  if (armed_ || flusher_is_armed || !registered_) return;
  leave_loop_locked();
  released = all_->release(*this);
}

void DividedConnection::leave_loop_locked() noexcept {
  if (!std::exchange(registered_, false)) return;
  sending_.leave_poller();
  poller().remove(stream_->handle());
}

void DividedConnection::abandon() noexcept {
  const sync::LockGuard lock(mutex_);
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

void DividedConnection::send_kept() noexcept {
  const auto self = shared_from_this();
  if (!sending_.send_kept()) leave_loop();
}

}  // namespace dimma::iiop
