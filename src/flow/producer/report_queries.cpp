// The producer's queries of the consumer's counts.

#include "flow/producer/producer.hpp"
#include "flow/wire/report.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

constexpr std::chrono::milliseconds first_answer_wait{20};
constexpr std::chrono::milliseconds longest_answer_wait{1000};
constexpr std::chrono::hours longest_patience{1000};
constexpr std::size_t arrivals_octets = 2048;
constexpr std::size_t answers_max = 1024;

}  // namespace

// Sends an ask or an end. Returns false if the channel is closed or sending has failed.
bool ProducerChannel::ask(Kind kind, std::uint64_t& timestamp) {
  const sync::LockGuard lock(sending_);
  if (closed_.load(std::memory_order_relaxed) && kind != Kind::end) return false;
  if (gathering_ && time_to_rate() == Time{0}) send_gathered();
  timestamp = static_cast<std::uint64_t>(now().count());
  const auto packet = write_ask(
      {.kind = kind, .order = settings_.byte_order, .flow = flow_, .sequence = gone(), .timestamp = timestamp});
  const transport::Datagram datagram{packet};
  const auto moved = socket_->send({&datagram, 1}, transport::DatagramSocket::NoRoom::give_up);
  return moved.status == transport::Status::ok || moved.status == transport::Status::timeout;
}

// Receives an answer to the ask with this timestamp. Returns false if none arrives in time.
bool ProducerChannel::hear(std::uint64_t timestamp, Deadline until, Answers& answers) {
  std::array<std::byte, arrivals_octets> room;
  transport::Arrival arrival{.room = room};
  for (;;) {
    const auto came = receive_answer(arrival, until);
    if (came.status != transport::Status::ok) return false;
    if (came.datagrams == 0) continue;
    Packet packet;
    if (arrival.cut || parse(std::span(room).first(arrival.octets), 0, packet) != nullptr) continue;
    if (packet.header.kind != Kind::report || packet.header.flow != flow_) continue;
    if (packet.header.timestamp != timestamp) continue;
    const auto known = std::ranges::find(answers, arrival.from, &Answer::from);
    if (known != answers.end()) {
      known->said = read_report(packet);
    } else if (answers.size() < answers_max) {
      answers.push_back({arrival.from, read_report(packet)});
    }
    return true;
  }
}

// Repeats the ask until there is an answer; for a group, whose members may all answer, until the deadline.
ProducerChannel::Answers ProducerChannel::question(Deadline until) {
  const bool is_group = traits_of(target_).has_groups;
  Answers answers;
  auto wait = first_answer_wait;
  while ((is_group || answers.empty()) && Clock::now() < until) {
    std::uint64_t timestamp = 0;
    if (gathering_) flush(until);
    if (!ask(Kind::ask, timestamp)) break;
    const auto round = std::min(until, Clock::now() + wait);
    while (hear(timestamp, round, answers) && is_group) {
    }
    wait = std::min(2 * wait, longest_answer_wait);
  }
  return answers;
}

FlowReport ProducerChannel::account(std::chrono::milliseconds patience) {
  const auto until = Clock::now() + std::min<std::chrono::milliseconds>(patience, longest_patience);
  FlowReport report;
  {
    const sync::LockGuard one_asks(asking_);
    for (const auto& answer : question(until)) report.consumers.push_back(answer.said);
  }
  report.fresh = !report.consumers.empty();
  {
    const sync::LockGuard lock(heard_);
    if (report.fresh) {
      said_ = report.consumers.front();
      has_heard_ = true;
    }
    report.heard = has_heard_;
    report.consumer = said_;
  }
  const sync::LockGuard lock(sending_);
  report.producer = done_;
  report.producer.dropped = dropped_.load(std::memory_order_relaxed);
  return report;
}

}  // namespace dimma::flow
