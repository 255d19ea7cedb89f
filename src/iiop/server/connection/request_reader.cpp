#include "iiop/server/connection/request_reader.hpp"

#include "base/sync/assert.hpp"

#include <utility>

namespace dimma::iiop {

namespace {
// If a client sends its next request within this time of the last one, it pays to let a thread wait for it.
constexpr std::chrono::milliseconds worth_staying_max{1};

ReaderOptions counted_in(ReaderOptions options, std::shared_ptr<MemoryShare> memory) {
  options.memory = std::move(memory);
  return options;
}
}  // namespace

RequestReader::RequestReader(RequestOrigin& connection, ReadingOwner& owner)
    : connection_(connection),
      core_(*connection.core()),
      stream_(connection.stream()),
      owner_(owner),
      messages_(counted_in(core_.rules.reading, connection.memory())),
      pace_(core_.rules.refuses_more),
      silence_(coarse_now()) {}

void RequestReader::watch() {
  auto& poller = core_.workers->poller();
  if (sync::has_threads && stream_.shows_edges() && !core_.workers->is_run_by_application()) {
    edges_ = &poller.watch_edges(stream_.handle(), owner_);
  } else {
    poller.add(stream_.handle(), owner_);
  }
}

void RequestReader::end_watch() noexcept {
  auto& poller = core_.workers->poller();
  if (edges_ != nullptr) {
    poller.remove(*std::exchange(edges_, nullptr));
  } else {
    poller.remove(stream_.handle());
  }
}

RequestReader::Reading RequestReader::begin() noexcept {
  ReadingLease lease(side_);
  const auto now = Clock::now();
  if (!staying_pays_) staying_pays_ = now - given_at_ < worth_staying_max;
  given_at_ = now;
  has_taken_all_ = false;  // octets may stay unread until the client has taken its replies
  return {std::move(lease), edges_ != nullptr ? Reading::Next::look : Reading::Next::wait};
}

RequestReader::Received RequestReader::receive_at_once(Reading& reading) {
  const auto into = space();
  const auto result = stream_.receive(into, no_wait);
  has_taken_all_ = result.octets < into.size();
  if (result.status != transport::Status::timeout) return received(reading, result);
  edges_->came_early();
  park(reading);
  return Received::nothing;
}

bool RequestReader::begin_streamed() {
  if (!core_.rules.serves_in_turn) return false;
  if (core_.streamed_requests.load(std::memory_order_relaxed) >= streamed_at_once_max) return false;
  if (core_.rules.has_pool() && !core_.workers->someone_waits()) return false;
  return messages_.begin_streaming();
}

bool RequestReader::has_room_for_a_message() const noexcept {
  return connection_.memory()->has_room_for(core_.rules.reading.message_octets_max);
}

bool RequestReader::may_read_on() const noexcept { return connection_.counts().let_read() && has_room_for_a_message(); }

void RequestReader::pause(ReadingPause& pause, Condition may_read, Reading& reading) noexcept {
  reading.lease.put_down();
  pause.begin();
  if (pause.end_if([&] { return (this->*may_read)(); })) reading.lease = ReadingLease(side_);
}

void RequestReader::end(ReadingPause& pause, Condition may_read) noexcept {
  if (pause.end_if([&] { return (this->*may_read)(); })) read_elsewhere();
}

void RequestReader::read_elsewhere() noexcept {
  if (core_.rules.has_thread_per_connection()) {
    owner_.serve_by_own_thread();
  } else if (messages_.octets_ahead() > 0) {
    core_.workers->post(owner_);
  } else {
    park();
  }
}

void RequestReader::give_away_if_admitted(Giving giving) noexcept {
  const auto& counts = connection_.counts();
  if (giving == Giving::if_there_is_room && !(has_room_for_a_message() && counts.executors_keep_up())) return;
  while (counts.admits_or_refuses_more()) {
    if (!side_.take()) return;
    // The upcall may already be that of another request, which may be the last one that the limit admits. No further
    // upcall can begin while the reading side is being taken, so the check is now reliable.
    if (counts.admits_or_refuses_more()) return hand_over();
    side_.restore();
  }
}

// If there is no memory to keep the message, only shuts the stream down, because the peer must not wait for a
// connection that is no longer read.
void RequestReader::hand_over() noexcept {
  DIMMA_ASSERT(serving_ != nullptr);
  try {
    serving_->kept.emplace(messages_.keep(&serving_->spare));
  } catch (const std::exception&) {
    stream_.shutdown();
    return side_.restore();
  }
  side_.taken();
  read_elsewhere();
}

void RequestReader::park() noexcept {
  messages_.rest();
  silence_.in_message(messages_.is_in_message());
  const bool is_quiet = stream_.prepare_poll();
  side_.put_down();
  if (!is_quiet) return core_.workers->post(owner_);
  auto& poller = core_.workers->poller();
  if (edges_ == nullptr) return poller.arm(stream_.handle(), owner_);
  if (!poller.arm(*edges_, has_taken_all_)) core_.workers->post(owner_);
}

}  // namespace dimma::iiop
