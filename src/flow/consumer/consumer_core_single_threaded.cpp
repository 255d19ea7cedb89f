#include "flow/consumer/consumer_core_single_threaded.hpp"

#include "flow/consumer/consumer_plan.hpp"
#include "flow/consumer/delivery.hpp"
#include "reactor/loop.hpp"

namespace dimma::flow {

namespace {

constexpr std::size_t room_octets = 65'536;  // enough for the longest possible datagram

Time now() noexcept { return Clock::now().time_since_epoch(); }

}  // namespace

ConsumerCore::ConsumerCore(std::unique_ptr<transport::DatagramSocket> socket, const EngineeringQoS& qos,
                           const Settings& settings, channel::Dispatcher& dispatcher)
    : socket_(std::move(socket)),
      dispatcher_(dispatcher),
      rooms_(std::make_unique_for_overwrite<std::byte[]>(consumer_batch(qos) * room_octets)),
      arrivals_(consumer_batch(qos)),
      receiver_(settings.limits) {
  if (qos.packet_concurrency.is_unlimited()) socket_->join_arrivals();
  for (std::size_t i = 0; i < arrivals_.size(); ++i) arrivals_[i].room = {rooms_.get() + i * room_octets, room_octets};
}

void ConsumerCore::start() {
  auto& poller = reactor::Loop::instance().poller();
  poller.add(socket_->handle(), *this);
  poller.arm(socket_->handle(), *this);
}

void ConsumerCore::close() noexcept {
  if (closed_) return;
  closed_ = true;
  reactor::Loop::instance().poller().remove(socket_->handle());
  socket_->shutdown();
}

void ConsumerCore::readable() noexcept {
  const auto alive = shared_from_this();
  try {
    const auto came = socket_->receive(arrivals_, Deadline{} /* passed: does not wait */);
    for (std::size_t i = 0; i < came.datagrams; ++i) {
      transport::for_each_datagram(arrivals_[i], [&](auto datagram) {
        if (!closed_) take(datagram, arrivals_[i]);
      });
      arrivals_[i].loans.reset();
    }
    memo_.forget();
  } catch (const std::bad_alloc&) {
    // The remaining datagrams are lost, and will be counted as lost.
  }
  if (!closed_) reactor::Loop::instance().poller().arm(socket_->handle(), *this);
}

void ConsumerCore::take(OctetView datagram, const transport::Arrival& of) {
  Message message;
  const auto result = receiver_.take(datagram, of.from, now(), message);
  if (result == Receiver::Result::reply) socket_->reply(of.from, receiver_.reply());
  if (result != Receiver::Result::message) return give_back_loans(message.body, message.order, of.loans);
  deliver(dispatcher_, *socket_, *message.flow, *message.operation, message.body, message.order, of.loans, memo_);
}

}  // namespace dimma::flow
