#include "flow/consumer/consumer_core.hpp"

#include "execution/task.hpp"
#include "flow/consumer/consumer_plan.hpp"
#include "flow/consumer/delivery.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

constexpr std::size_t room_octets = 65'536;  // enough for the longest possible datagram
constexpr std::chrono::milliseconds rest_after_failure{10};

Time now() noexcept { return Clock::now().time_since_epoch(); }

}  // namespace

ConsumerCore::ConsumerCore(std::unique_ptr<transport::DatagramSocket> socket, const EngineeringQoS& qos,
                           const Settings& settings, channel::Dispatcher& dispatcher)
    : socket_(std::move(socket)),
      scheduling_(qos.scheduling),
      dispatcher_(dispatcher),
      delivering_(flow::delivering_threads(qos)),
      batch_(consumer_batch(qos)),
      queue_(queue_messages(qos, settings), settings.queue_octets_max,
             qos.on_exhaustion == OnExhaustion::drop ? MessageQueue::WhenFull::drop : MessageQueue::WhenFull::wait,
             qos.history.is_latest() ? MessageQueue::Keep::latest : MessageQueue::Keep::all),
      receiver_(settings.limits) {
  if (qos.packet_concurrency.is_unlimited()) socket_->join_arrivals();
}

void ConsumerCore::start() {
  start_thread(&ConsumerCore::receive);
  for (std::size_t i = 0; i < delivering_; ++i) start_thread(&ConsumerCore::deliver);
}

void ConsumerCore::start_thread(void (ConsumerCore::*body)()) {
  threads_.start(scheduling_, execution::thread_name::flow, shared_from_this(), [this, body] { (this->*body)(); });
}

void ConsumerCore::close() noexcept {
  closed_.store(true);
  socket_->shutdown();
  queue_.close();
  threads_.await_others();
}

std::string ConsumerCore::waiting_text() const {
  const auto queue = queue_.usage();
  return std::to_string(queue.waiting) + " waiting, " + std::to_string(queue.waiting_max) + " at most";
}

Receiver::Totals ConsumerCore::totals() const {
  const sync::LockGuard lock(receiving_);
  return receiver_.totals();
}

void ConsumerCore::receive() {
  const auto rooms = std::make_unique_for_overwrite<std::byte[]>(batch_ * room_octets);
  std::vector<transport::Arrival> arrivals(batch_);
  for (std::size_t i = 0; i < batch_; ++i) arrivals[i].room = {rooms.get() + i * room_octets, room_octets};
  DispatchMemo memo;
  while (!closed_.load(std::memory_order_relaxed)) {
    Time expiry = Time::max();
    {
      const sync::LockGuard lock(receiving_);
      expiry = receiver_.next_expiry();
    }
    const auto until = expiry == Time::max() ? no_deadline : Deadline(expiry);
    const auto came = socket_->receive(arrivals, until);
    if (came.status == transport::Status::closed) return;
    if (came.status == transport::Status::failed) sync::sleep_for(rest_after_failure);
    if (came.datagrams == 0) {
      const sync::LockGuard lock(receiving_);
      receiver_.expire(now());
    }
    for (std::size_t i = 0; i < came.datagrams; ++i) {
      transport::for_each_datagram(arrivals[i], [&](auto datagram) { take(datagram, arrivals[i], memo); });
      arrivals[i].loans.reset();
    }
    memo.forget();
  }
}

void ConsumerCore::take(OctetView datagram, const transport::Arrival& of, DispatchMemo& memo) {
  Message message;
  auto result = Receiver::Result::nothing;
  ReportPacket reply;
  try {
    {
      const sync::LockGuard lock(receiving_);
      result = receiver_.take(datagram, of.from, now(), message);
      if (result == Receiver::Result::reply) std::ranges::copy(receiver_.reply(), reply.begin());
    }
    if (result == Receiver::Result::message && delivering_ != 0) {
      message.loans = of.loans;
      queue_.put(message);
    }
  } catch (const std::bad_alloc&) {
    return;  // the message is lost, and will be counted as lost
  }
  if (result == Receiver::Result::reply) socket_->reply(of.from, reply);
  if (result != Receiver::Result::message) give_back_loans(message.body, message.order, of.loans);
  if (result == Receiver::Result::message && delivering_ == 0) {
    flow::deliver(dispatcher_, *socket_, *message.flow, *message.operation, message.body, message.order, of.loans,
                  memo);
  }
}

void ConsumerCore::deliver() {
  DispatchMemo memo;
  QueuedMessage message;
  while (queue_.take(message)) {
    flow::deliver(dispatcher_, *socket_, *message.flow, *message.operation, {message.octets.get(), message.size},
                  message.order, message.loans, memo);
    message.loans.reset();
    if (queue_.empty()) memo.forget();
  }
}

}  // namespace dimma::flow
