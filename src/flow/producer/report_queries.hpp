#pragma once
// A producer's queries of the consumer's counts, and the counts that the consumer reported last. Thread-safe.

#include "base/deadline.hpp"
#include "base/sync/sync.hpp"
#include "transport/datagram.hpp"

#include <dimma/flow_report.hpp>
#include <dimma/generated/function_ref.hpp>

#include <cstdint>
#include <vector>

namespace dimma::flow {

class ReportQueries {
 public:
  // Sends an ask, and sets the timestamp by which its answers are recognised. Returns false if no more asks can be
  // sent.
  using Ask = function_ref<bool(std::uint64_t& timestamp)>;

  // Receives the answers from `socket`, which must outlive this object. All members of a group may answer.
  ReportQueries(transport::DatagramSocket& socket, std::uint64_t flow, bool is_group) noexcept
      : socket_(socket), flow_(flow), is_group_(is_group) {}

  // Asks until the deadline, and fills in what the consumers report. One thread asks at a time, so `ask` is called with
  // a lock held.
  void fill(FlowReport& report, Deadline until, Ask ask) DIMMA_EXCLUDES(asking_, heard_);

 private:
  struct Answer {
    transport::PeerAddress from;
    FlowReport::Consumer said;
  };
  using Answers = std::vector<Answer>;

  transport::Moved receive_answer(transport::Arrival& arrival, Deadline until) DIMMA_REQUIRES(asking_);
  bool hear(std::uint64_t timestamp, Deadline until, Answers& answers) DIMMA_REQUIRES(asking_);
  Answers question(Deadline until, Ask ask) DIMMA_REQUIRES(asking_);

  transport::DatagramSocket& socket_;
  const std::uint64_t flow_;
  const bool is_group_;
  sync::Mutex asking_;  // held while a thread asks and receives answers
  sync::Mutex heard_;
  bool has_heard_ DIMMA_GUARDED_BY(heard_) = false;
  FlowReport::Consumer said_ DIMMA_GUARDED_BY(heard_);
};

}  // namespace dimma::flow
