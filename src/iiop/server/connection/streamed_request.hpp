#pragma once
// A long request that is served while it arrives.
//
// The thread that reads it is in the dispatcher already, decoding. Until the last octet is there it keeps the reading
// side for good. Then the upcall is like any other, and its reading side may be given away. A peer that stalls holds
// the thread up: another of the pool stands in for it, and the connection is given up when nothing has come for a
// while.

#include "channel/nested_wait.hpp"
#include "iiop/message/streaming_receive.hpp"
#include "iiop/server/connection/request_reader.hpp"
#include "iiop/server/core/server_core.hpp"

#include <dimma/generated/function_ref.hpp>

namespace dimma::iiop {

class StreamedRequest final : public StreamingReceive, public channel::BlockingObserver {
 public:
  using BeginUpcall = function_ref<void(bool response_expected)>;
  // Made when the reader has begun it. `place` has its address until the request is whole, or ends. `connection` is
  // told of waits. `begin_upcall` is called when the request is whole, if it has been dispatched by then. All outlive
  // it.
  StreamedRequest(RequestReader& reader, ServerCore& core, transport::Stream& stream, StreamedRequest*& place,
                  channel::BlockingObserver& connection, BeginUpcall begin_upcall) noexcept;
  ~StreamedRequest();
  StreamedRequest(const StreamedRequest&) = delete;
  StreamedRequest& operator=(const StreamedRequest&) = delete;

  // The reading side can be given away only after the end of the request.
  void before_block() override {
    await(message_end());
    connection_.before_block();
  }
  void done_waiting() noexcept override { connection_.done_waiting(); }

  // Called when it is about to be dispatched while it is still arriving.
  void dispatched(bool response_expected) noexcept {
    is_dispatched_ = true;
    response_expected_ = response_expected;
  }

 private:
  transport::Result wait_for_more(std::span<std::byte> into) override;
  [[noreturn]] void cannot_receive(const transport::Result& result) override;
  [[noreturn]] void cannot_read_on() override;
  [[noreturn]] void was_cancelled() override;
  void arrived() override;
  void end_standing_in() noexcept;

  RequestReader& reader_;
  ServerCore& core_;
  transport::Stream& stream_;
  StreamedRequest*& place_;
  channel::BlockingObserver& connection_;
  const BeginUpcall begin_upcall_;
  bool is_dispatched_ = false;
  bool response_expected_ = false;
  bool is_stood_in_for_ = false;
};

}  // namespace dimma::iiop
