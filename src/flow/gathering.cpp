// The producer's way with messages that may wait for others (batch-delay): they are written behind each other as they
// will be sent, and go together when there are enough, when the first has waited for as long as it may, or when something
// else is to be sent behind them.

#include "flow/producer.hpp"
#include "qos/task.hpp"

namespace dimma::flow {

namespace {
Time now() noexcept { return transport::Clock::now().time_since_epoch(); }
}  // namespace

void ProducerChannel::gather(channel::Request& request) {
  const std::lock_guard lock(sending_);
  require_open();
  Batch& batch = gathering_->batch;
  const Identity identity{object_key_, request.operation.name};
  const std::size_t at = batch.end();
  const std::size_t identity_size = identity_octets(identity);
  const std::size_t body_at = at + header_octets + identity_size;
  cdr::Encoder out(batch.buffer(), settings_.byte_order);
  out.append(body_at);
  request.arguments(out);
  const std::size_t body_octets = out.size() - body_at;
  // Each tells its identity where there is room: datagrams of one length go through the system as one.
  const bool has_room = header_octets + identity_size + body_octets <= piece_octets_ && identity_size <= identity_octets_max;
  const auto settled = has_room ? Settling::Decision{settling_.number(identity.operation), true}
                                : settling_.next(identity.operation, now());
  const std::size_t before = header_octets + (settled.tells ? identity_size : 0);
  if (before + body_octets > piece_octets_) {
    // In packets of its own, behind those that wait.
    send_gathered();
    return send_now({.octets = {batch.buffer().data(), out.size()}, .body_at = body_at, .identity = identity},
                    transport::no_deadline, settled);
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
  batch.add(body_at - before, before + body_octets, body_octets);
  if (batch.is_full(before + body_octets)) return send_gathered();
  if (!is_first) return;
  gathering_->since = now();
  if (gathering_->sender_rests) gathering_->begun.notify_one();
}

void ProducerChannel::send_gathered() {
  Batch& batch = gathering_->batch;
  if (batch.empty()) return;
  const auto datagrams = batch.stamped(static_cast<std::uint64_t>(now().count()), settings_.byte_order);
  const std::uint64_t before = done_.datagrams;
  const auto account = [&] {
    const auto gone = static_cast<std::size_t>(done_.datagrams - before);
    done_.sent += gone;
    done_.octets += batch.body_octets(gone);
    dropped_.fetch_add(batch.count() - gone, std::memory_order_relaxed);
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
  gathering_->sender = qos::start_thread({}, qos::thread_name::flow, [this] { send_when_due(); });
}

void ProducerChannel::send_when_due() {
  std::unique_lock lock(sending_);
  const auto ended = [this] { return closed_.load(std::memory_order_relaxed); };
  while (!ended()) {
    if (gathering_->batch.empty()) {
      gathering_->sender_rests = true;
      gathering_->begun.wait(lock, [&] { return ended() || !gathering_->batch.empty(); });
      gathering_->sender_rests = false;
      continue;
    }
    const Time due = gathering_->since + *qos_.batch_delay;
    if (now() < due) {
      // Until then, or until the channel is closed; another batch may have begun meanwhile.
      gathering_->begun.wait_until(lock, transport::Deadline(due));
      continue;
    }
    try {
      send_gathered();
    } catch (const CORBA::Exception&) {
      // They are counted as dropped, and the next call meets the same.
    }
  }
}

void ProducerChannel::stop_gathering() noexcept {
  {
    const std::lock_guard lock(sending_);
    try {
      send_gathered();
    } catch (const CORBA::Exception&) {
      // Counted as dropped.
    }
    gathering_->begun.notify_all();
  }
  if (gathering_->sender.joinable()) gathering_->sender.join();
}

}  // namespace dimma::flow
