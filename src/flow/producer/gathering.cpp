// Sends messages that may wait for others (batch-delay). They are written one after the other into a batch, in the form
// in which they are sent. The batch is sent when it is full, when its first message has waited for the delay, or when a
// message that is not batched has to follow; with a rate, never before the rate permits.

#include "flow/producer/producer.hpp"

#include "base/sync/assert.hpp"
#include "execution/task.hpp"

namespace dimma::flow {

namespace {

// The interval at which close() and flush() check the rate, and the maximum time that close() waits for it.
constexpr std::chrono::milliseconds looks_at_the_rate_every{10};
constexpr std::chrono::seconds patience_at_the_end{1};

}  // namespace

void ProducerChannel::gather(channel::Request& request) {
  const auto turn = resources_.take_turn(request.deadline);
  const sync::LockGuard lock(sending_);
  require_open();
  if (is_within_) {  // another thread is sending a long message from the batch's buffer, at the rate
    drop();
    return;
  }
  Batch& batch = gathering_->batch;
  const Identity identity{object_key_, request.operation.name};
  const std::size_t at = batch.end();
  const std::size_t identity_size = identity_octets(identity);
  const std::size_t body_at = at + header_octets + identity_size;
  cdr::Encoder out(batch.buffer(), settings_.byte_order);
  out.append(body_at);
  Lending lending(out, loans());
  if (!write(request, out, lending)) {
    drop();
    return;
  }
  const std::size_t body_octets = out.size() - body_at;
  // Each message carries its identity if there is room, because the system can send datagrams of equal length as one.
  const std::size_t longest = header_octets + identity_size + body_octets;
  const bool waits = longest <= piece_octets_ && batch.takes(longest);
  const bool is_behind = batch.is_full(std::min(longest, piece_octets_)) || (!waits && !pacer_.is_unlimited());
  if (is_behind && !send_gathered_at_rate(request.deadline)) {
    drop();
    return;
  }
  const bool has_room = longest <= piece_octets_ && identity_size <= identity_octets_max;
  const auto settled = has_room ? IdentityAnnouncer::Decision{announcer_.number(identity.operation), true}
                                : announcer_.next(identity.operation, now());
  const std::size_t before = header_octets + (settled.tells ? identity_size : 0);
  if (before + body_octets > piece_octets_ || !batch.takes(before + body_octets)) {
    // The message is sent after the batch, in several packets or when the rate permits.
    send_gathered();
    const Outgoing message{.octets = {batch.buffer().data(), out.size()},
                           .body_at = body_at,
                           .identity = identity,
                           .arena = lending.lent_id()};
    if (send_now(message, request.deadline, settled)) lending.gone();
    return;
  }
  const Header header{.order = settings_.byte_order,
                      .has_identity = settled.tells,
                      .operation = settled.operation,
                      .flow = flow_,
                      .sequence = next_++,
                      .message_octets = static_cast<std::uint32_t>(body_octets),
                      .fragment_octets = static_cast<std::uint16_t>(body_octets)};
  std::byte* const begin = batch.buffer().data() + body_at - before;
  write_header(begin, header);
  if (settled.tells) write_identity(begin + header_octets, identity, settings_.byte_order);
  const bool is_first = batch.empty();
  batch.add(body_at - before, before + body_octets, body_octets, lending.lent());
  lending.gone();
  const bool is_full = batch.is_full(before + body_octets);
  if (is_full && time_to_rate() == Time{0}) return send_gathered();
  if (is_first) gathering_->since = now();
  if (is_full) gathering_->since -= *qos_.batch_delay;  // due as soon as the rate permits
  if (is_full || (is_first && gathering_->sender_rests)) gathering_->begun.notify_one();
}

// Returns false if the rate does not permit sending yet and the QoS says to drop.
bool ProducerChannel::send_gathered_at_rate(Deadline deadline) {
  if (gathering_->batch.empty()) return true;
  if (!await_rate(deadline, false)) return false;
  send_gathered();
  return true;
}

void ProducerChannel::flush(Deadline until) {
  const sync::LockGuard lock(sending_);
  const std::uint64_t upto = next_;
  while (gone() < upto) {
    const Time wait = time_to_rate();
    if (wait == Time{0}) return send_gathered();
    const auto at = Clock::now();
    if (wait > until - at) return;
    const sync::UnlockGuard others_send(sending_);
    sync::sleep_until(at + std::min<Time>(wait, looks_at_the_rate_every));
  }
}

void ProducerChannel::send_gathered() {
  Batch& batch = gathering_->batch;
  if (batch.empty()) return;
  const auto datagrams = batch.stamped(static_cast<std::uint64_t>(now().count()), settings_.byte_order);
  const std::uint64_t before = done_.datagrams;
  const auto account = [&]() DIMMA_REQUIRES(sending_) {
    const auto gone = static_cast<std::size_t>(done_.datagrams - before);
    done_.sent += gone;
    done_.octets += batch.body_octets(gone);
    dropped_.fetch_add(batch.count() - gone, std::memory_order_relaxed);
    batch.withdraw_from(gone, settings_.byte_order);
    batch.clear();
  };
  try {
    hand_over(datagrams);
  } catch (...) {
    account();
    throw;
  }
  account();
}

void ProducerChannel::begin_gathering() {
  const sync::LockGuard lock(sending_);
  DIMMA_ASSERT(!gathering_->sender.joinable());
  gathering_->sender = execution::start_thread({}, execution::thread_name::flow, [this] { send_when_due(); });
}

void ProducerChannel::send_when_due() {
  sync::UniqueLock lock(sending_);
  const auto ended = [this] { return closed_.load(std::memory_order_relaxed); };
  while (!ended()) {
    if (gathering_->batch.empty()) {
      gathering_->sender_rests = true;
      gathering_->begun.wait(lock, [&]() DIMMA_REQUIRES(sending_) { return ended() || !gathering_->batch.empty(); });
      gathering_->sender_rests = false;
      continue;
    }
    const Time due = std::max(gathering_->since + *qos_.batch_delay, now() + time_to_rate());
    if (now() < due) {
      // Waits for the due time or the closing of the channel; another batch may have begun in the meantime.
      gathering_->begun.wait_until(lock, Deadline(due));
      continue;
    }
    try {
      send_gathered();
    } catch (const CORBA::Exception&) {
      // The messages are counted as dropped, and the next call gets the same error.
    }
  }
}

void ProducerChannel::stop_gathering() noexcept {
  try {
    flush(Clock::now() + patience_at_the_end);
  } catch (const CORBA::Exception&) {
    // The messages are counted as dropped.
  }
  sync::Thread sender;
  {
    const sync::LockGuard lock(sending_);
    dropped_.fetch_add(gathering_->batch.count(), std::memory_order_relaxed);
    gathering_->batch.clear();
    gathering_->begun.notify_all();
    std::swap(sender, gathering_->sender);
  }
  if (sender.joinable()) sender.join();
}

}  // namespace dimma::flow
