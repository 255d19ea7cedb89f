#include "flow/producer/producer.hpp"

namespace dimma::flow {

transport::Moved ProducerChannel::receive_answer(transport::Arrival& arrival, Deadline until) {
  return socket_->receive({&arrival, 1}, until);
}

}  // namespace dimma::flow
