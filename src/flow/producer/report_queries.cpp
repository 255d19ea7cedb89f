#include "flow/producer/report_queries.hpp"

#include "flow/wire/report.hpp"

#include <algorithm>
#include <array>

namespace dimma::flow {

namespace {

constexpr std::chrono::milliseconds first_answer_wait{20};
constexpr std::chrono::milliseconds longest_answer_wait{1000};
constexpr std::size_t arrivals_octets = 2048;
constexpr std::size_t answers_max = 1024;

}  // namespace

// Receives an answer to the ask with this timestamp. Returns false if none arrives in time.
bool ReportQueries::hear(std::uint64_t timestamp, Deadline until, Answers& answers) {
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
ReportQueries::Answers ReportQueries::question(Deadline until, Ask ask) {
  Answers answers;
  auto wait = first_answer_wait;
  while ((is_group_ || answers.empty()) && Clock::now() < until) {
    std::uint64_t timestamp = 0;
    if (!ask(timestamp)) break;
    const auto round = std::min(until, Clock::now() + wait);
    while (hear(timestamp, round, answers) && is_group_) {
    }
    wait = std::min(2 * wait, longest_answer_wait);
  }
  return answers;
}

void ReportQueries::fill(FlowReport& report, Deadline until, Ask ask) {
  {
    const sync::LockGuard one_asks(asking_);
    for (const auto& answer : question(until, ask)) report.consumers.push_back(answer.said);
  }
  report.fresh = !report.consumers.empty();
  const sync::LockGuard lock(heard_);
  if (report.fresh) {
    said_ = report.consumers.front();
    has_heard_ = true;
  }
  report.heard = has_heard_;
  report.consumer = said_;
}

}  // namespace dimma::flow
