#include "flow/producer/producer.hpp"
#include "transport/loop.hpp"

#include <algorithm>

namespace dimma::flow {

// The consumer may be served by this very thread.
transport::Moved ProducerChannel::receive_answer(transport::Arrival& arrival, transport::Deadline until) {
  constexpr std::chrono::milliseconds loop_every{1};
  transport::Loop::instance().serve_what_waits();
  const auto came = socket_->receive({&arrival, 1}, std::min(until, transport::Clock::now() + loop_every));
  if (came.status == transport::Status::timeout && transport::Clock::now() < until) return {};
  return came;
}

}  // namespace dimma::flow
