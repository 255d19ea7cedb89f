#include "iiop/server/connection/streamed_request.hpp"

#include "base/sync/assert.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::iiop {

namespace {
// The longest time without an octet within a request.
constexpr std::chrono::seconds stall_limit{30};
}  // namespace

StreamedRequest::StreamedRequest(RequestReader& reader, ServerCore& core, transport::Stream& stream,
                                 StreamedRequest*& place, channel::BlockingObserver& connection,
                                 BeginUpcall begin_upcall) noexcept
    : StreamingReceive(reader.messages(), stream),
      reader_(reader),
      core_(core),
      stream_(stream),
      place_(place),
      connection_(connection),
      begin_upcall_(begin_upcall) {
  DIMMA_ASSERT(place_ == nullptr);
  core_.streamed_requests.fetch_add(1, std::memory_order_relaxed);
  place_ = this;
}

StreamedRequest::~StreamedRequest() {
  end_standing_in();
  if (!is_whole()) place_ = nullptr;
  core_.streamed_requests.fetch_sub(1, std::memory_order_relaxed);
}

void StreamedRequest::cannot_receive(const transport::Result& result) {
  stream_.shutdown();
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_NO,
                            "the request was cut short: " + transport::describe(result));
}

// When the thread reads on, it finds the fault again and ends the connection.
void StreamedRequest::cannot_read_on() {
  const auto& fault = reader_.messages().fault();
  const bool is_too_large = fault.kind == Fault::Kind::too_large;
  throw CORBA::MARSHAL(is_too_large ? minor::marshal_message_too_large : minor::marshal_malformed, CORBA::COMPLETED_NO,
                       "the request was cut short: " + fault.text);
}

void StreamedRequest::was_cancelled() {
  throw CORBA::MARSHAL(minor::marshal_ends_early, CORBA::COMPLETED_NO,
                       "the request was cut short: the client has cancelled it");
}

transport::Result StreamedRequest::wait_for_more(std::span<std::byte> into) {
  reader_.may_have_left_octets();
  if (core_.rules.has_pool() && !is_stood_in_for_) {
    const auto result = stream_.receive(into);
    if (result.status != transport::Status::timeout) return result;
    core_.workers->begin_nested();
    is_stood_in_for_ = true;
  }
  return stream_.receive(into, Clock::now() + stall_limit);
}

// From here on, once the upcall has begun, another thread may use the reader.
void StreamedRequest::arrived() {
  end_standing_in();
  reader_.silence().heard();
  place_ = nullptr;
  if (is_dispatched_) begin_upcall_(response_expected_);
}

void StreamedRequest::end_standing_in() noexcept {
  if (std::exchange(is_stood_in_for_, false)) core_.workers->end_nested();
}

}  // namespace dimma::iiop
