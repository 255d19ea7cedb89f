#include "flow/producer/report_queries.hpp"
#include "reactor/loop.hpp"

#include <algorithm>

namespace dimma::flow {

// Serves events while it waits, since this thread may have to serve the consumer, too.
transport::Moved ReportQueries::receive_answer(transport::Arrival& arrival, Deadline until) {
  constexpr std::chrono::milliseconds loop_every{1};
  reactor::Loop::instance().serve_what_waits();
  const auto came = socket_.receive({&arrival, 1}, std::min(until, Clock::now() + loop_every));
  if (came.status == transport::Status::timeout && Clock::now() < until) return {};
  return came;
}

}  // namespace dimma::flow
