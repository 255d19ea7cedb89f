#include "iiop/server/streamed_request.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

namespace {
// The longest time without an octet in the middle of a request.
constexpr std::chrono::seconds stall_limit{30};
}  // namespace

ServerConnection::StreamedRequest::StreamedRequest(ServerConnection& connection, ReadingSide::Epoch epoch) noexcept
    : StreamingReceive(connection.reader_, *connection.stream_), connection_(connection), epoch_(epoch) {
  DIMMA_ASSERT(connection_.streaming_ == nullptr);
  connection_.core_->streamed_requests.fetch_add(1, std::memory_order_relaxed);
  connection_.streaming_ = this;
}

ServerConnection::StreamedRequest::~StreamedRequest() {
  end_standing_in();
  if (!is_whole()) connection_.streaming_ = nullptr;
  connection_.core_->streamed_requests.fetch_sub(1, std::memory_order_relaxed);
}

void ServerConnection::StreamedRequest::cannot_receive(const transport::Result& result) {
  connection_.stream_->shutdown();
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_NO,
                            "the request was cut short: " + transport::describe(result));
}

// The thread finds the fault once more when it reads on, and ends the connection.
void ServerConnection::StreamedRequest::cannot_read_on() {
  const auto& reader = connection_.reader_;
  const bool is_too_large = reader.fault().kind == Fault::Kind::too_large;
  throw CORBA::MARSHAL(is_too_large ? minor::marshal_message_too_large : minor::marshal_malformed, CORBA::COMPLETED_NO,
                       "the request was cut short: " + reader.fault().text);
}

void ServerConnection::StreamedRequest::was_cancelled() {
  throw CORBA::MARSHAL(minor::marshal_ends_early, CORBA::COMPLETED_NO,
                       "the request was cut short: the client has cancelled it");
}

transport::Result ServerConnection::StreamedRequest::wait_for_more(std::span<std::byte> into) {
  const auto& core = *connection_.core_;
  connection_.has_taken_all_ = false;
  if (core.mode == ServerCore::Mode::pool && !stood_in_for_) {
    const auto result = connection_.stream_->receive(into);
    if (result.status != transport::Status::timeout) return result;
    core.workers->begin_nested();
    stood_in_for_ = true;
  }
  return connection_.stream_->receive(into, Clock::now() + stall_limit);
}

void ServerConnection::StreamedRequest::arrived() {
  end_standing_in();
  connection_.heard_.store(Heard::something, std::memory_order_relaxed);
  connection_.streaming_ = nullptr;
  if (dispatched_) connection_.begin_upcall(*connection_.serving_, epoch_, response_expected_);
}

void ServerConnection::StreamedRequest::end_standing_in() noexcept {
  if (std::exchange(stood_in_for_, false)) connection_.core_->workers->end_nested();
}

}  // namespace dimma::iiop
