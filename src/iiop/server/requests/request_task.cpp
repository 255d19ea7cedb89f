#include "iiop/server/requests/request_task.hpp"

#include "iiop/server/requests/iiop_request.hpp"
#include "iiop/server/requests/refusals.hpp"

namespace dimma::iiop {

RequestTask::RequestTask(std::shared_ptr<RequestOrigin> connection, const RequestHeader& header,
                         const cdr::Decoder& body, std::uint8_t minor, MessageReader::Kept kept)
    : connection_(std::move(connection)), kept_(std::move(kept)), header_(header), body_(body), minor_(minor) {}

RequestTask::~RequestTask() {
  if (serving_) connection_->core()->give_back(std::move(serving_));
}

void RequestTask::begin_in_order() noexcept {
  DIMMA_ASSERT(!serving_ && !keeps_order_);
  keeps_order_ = is_oneway();
  if (keeps_order_) connection_->counts().begin_in_order();
}

void RequestTask::run() noexcept {
  DIMMA_ASSERT(!serving_);
  auto& core = *connection_->core();
  try {
    serving_ = core.take_serving();
  } catch (const std::exception&) {
    connection_->give_up("the process is out of memory");  //: the connection is lost, the process goes on
    connection_->counts().end_admitted();
    return finish();
  }
  IiopRequest request(header_, body_, minor_, *serving_, *connection_);
  request.came(connection_->request_way());
  request.kept_in(kept_);
  {
    const channel::CurrentUpcall current(*this);
    core.dispatcher.dispatch(request);
  }
  if (request.is_put_aside()) {
    end_held();
    { const auto done = std::move(kept_); }  // releases the message, although the servant may reply later
    return connection_->read_on();
  }
  connection_->counts().end_admitted();
  if (header_.response_expected()) request.send_reply();
  finish();
}

void RequestTask::run_here() noexcept {
  if (connection_->held().take(*this)) run();
}

void RequestTask::refuse(const char* why) noexcept {
  if (connection_->held().take(*this)) answer_refusal(why);
}

void RequestTask::answer_refusal(const char* why) noexcept {
  connection_->counts().end_admitted();
  try {
    if (!serving_) serving_ = connection_->core()->take_serving();
    answer_no_resources(*connection_, *serving_, header_, minor_, why);
  } catch (const std::exception&) {
    connection_->give_up("the process is out of memory");
  }
  finish();
}

void RequestTask::resume() noexcept {
  keeps_order_ = is_oneway();
  connection_->held().release(*this);
}

void RequestTask::abandon() noexcept {
  mark_abandoned();
  if (is_oneway()) connection_->held().oneway_ended();
  if (const auto place = place_waited_at()) place->abandoned(*this);
  connection_->counts().end_admitted();
  connection_->request_ended();
  connection_->read_on();
}

void RequestTask::end_in_order() noexcept {
  if (std::exchange(keeps_order_, false)) connection_->counts().end_in_order();
}

void RequestTask::end_held() noexcept {
  if (is_oneway() && was_held()) connection_->held().oneway_ended();
  end_in_order();
}

void RequestTask::finish() noexcept {
  end_held();
  // Must precede read_on(), because reading may wait for just this memory.
  { const auto done = std::move(kept_); }
  connection_->request_ended();
  connection_->read_on();
}

void RequestTask::before_block() {
  end_in_order();
  connection_->held().let_others_pass(*this);
  connection_->counts().begin_nested();
  connection_->read_on();
  if (waits_for_executor()) return;
  try {
    connection_->core()->begin_nested();
  } catch (...) {
    connection_->counts().end_nested();
    throw;
  }
}

void RequestTask::done_waiting() noexcept {
  connection_->counts().end_nested();
  if (!waits_for_executor()) connection_->core()->end_nested();
}

}  // namespace dimma::iiop
