#include "iiop/server/early_request.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

namespace {
// Without an octet in the middle of a request.
constexpr std::chrono::seconds stall_limit{30};
}  // namespace

ServerConnection::EarlyRequest::EarlyRequest(ServerConnection& connection, ReadingSide::Turn turn) noexcept
    : EarlyMessage(connection.reader_, *connection.stream_), connection_(connection), turn_(turn) {
  connection_.core_->early_requests.fetch_add(1, std::memory_order_relaxed);
  connection_.early_ = this;
}

ServerConnection::EarlyRequest::~EarlyRequest() {
  end_standing_in();
  if (!is_whole()) connection_.early_ = nullptr;
  connection_.core_->early_requests.fetch_sub(1, std::memory_order_relaxed);
}

void ServerConnection::EarlyRequest::cannot_receive(const transport::Result& result) {
  connection_.stream_->shutdown();
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_NO,
                            "the request ends in its middle: " + transport::describe(result));
}

// The thread finds the fault once more when it reads on, and ends the connection.
void ServerConnection::EarlyRequest::cannot_read_on() {
  const auto& reader = connection_.reader_;
  throw CORBA::MARSHAL(reader.is_too_large() ? minor::marshal_message_too_large : minor::marshal_malformed,
                       CORBA::COMPLETED_NO, "the request ends in its middle: " + reader.fault());
}

void ServerConnection::EarlyRequest::was_cancelled() {
  throw CORBA::MARSHAL(minor::marshal_ends_early, CORBA::COMPLETED_NO,
                       "the request ends in its middle: its client has cancelled it");
}

transport::Result ServerConnection::EarlyRequest::wait_for_more(std::span<std::byte> into) {
  const auto& core = *connection_.core_;
  if (core.mode == ServerCore::Mode::pool && !stood_in_for_) {
    const auto result = connection_.stream_->receive(into);
    if (result.status != transport::Status::timeout) return result;
    core.workers->begin_nested();
    stood_in_for_ = true;
  }
  return connection_.stream_->receive(into, transport::Clock::now() + stall_limit);
}

void ServerConnection::EarlyRequest::arrived() {
  end_standing_in();
  connection_.heard_.store(Heard::something, std::memory_order_relaxed);
  connection_.early_ = nullptr;
  if (dispatched_) connection_.begin_upcall(turn_, response_expected_);
}

void ServerConnection::EarlyRequest::end_standing_in() noexcept {
  if (std::exchange(stood_in_for_, false)) connection_.core_->workers->end_nested();
}

}  // namespace dimma::iiop
