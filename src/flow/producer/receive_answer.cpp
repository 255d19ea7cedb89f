#include "flow/producer/report_queries.hpp"

namespace dimma::flow {

transport::Moved ReportQueries::receive_answer(transport::Arrival& arrival, Deadline until) {
  return socket_.receive({&arrival, 1}, until);
}

}  // namespace dimma::flow
