#include "iiop/request_task.hpp"

#include "iiop/iiop_request.hpp"
#include "iiop/server_connection.hpp"

namespace dimma::iiop {

RequestTask::RequestTask(std::shared_ptr<ServerConnection> connection, const RequestHeader& header,
                         const cdr::Decoder& body, std::uint8_t minor, MessageReader::Kept kept)
    : connection_(std::move(connection)),
      kept_(std::move(kept)),
      header_(header),
      body_(body),
      minor_(minor),
      serving_(connection_->core()->take_serving()),
      keeps_order_(!header.response_expected()) {
  if (keeps_order_) connection_->begin_in_order();
}

RequestTask::~RequestTask() {
  if (serving_) connection_->core()->give_back(std::move(serving_));
}

const std::shared_ptr<ServerCore>& RequestTask::core() const noexcept { return connection_->core(); }

void RequestTask::run() noexcept {
  auto& core = *connection_->core();
  IiopRequest request(header_, body_, minor_, *serving_, core.settings.byte_order, *connection_);
  {
    const CurrentUpcall current(*this);
    core.dispatcher.dispatch(request);
  }
  connection_->end_admitted();
  if (header_.response_expected()) connection_->reply(request);
  finish();
}

void RequestTask::refuse() noexcept {
  connection_->end_admitted();
  connection_->answer_no_resources(*serving_, header_, minor_, "no task to be had for the request");
  finish();
}

void RequestTask::finish() noexcept {
  if (keeps_order_) connection_->end_in_order();
  connection_->leave();
  connection_->read_on();
}

void RequestTask::about_to_wait() {
  if (std::exchange(keeps_order_, false)) connection_->end_in_order();
  connection_->begin_nested();
  connection_->read_on();
}

void RequestTask::done_waiting() noexcept { connection_->end_nested(); }

}  // namespace dimma::iiop
