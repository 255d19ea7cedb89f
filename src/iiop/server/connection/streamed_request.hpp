#pragma once
// A long request that is served while it arrives.
//
// The thread that reads the request is already in the dispatcher, decoding. It keeps the reading side until the last
// octet has arrived. From then on the upcall is like any other, and the reading side may be given away. If the peer
// stalls, another thread of the pool serves in place of the reading thread. If no octet arrives for a while, the
// connection is closed.

#include "channel/nested_wait.hpp"
#include "iiop/message/streaming_receive.hpp"
#include "iiop/server/connection/request_reader.hpp"
#include "iiop/server/core/server_core.hpp"

#include <dimma/generated/function_ref.hpp>

namespace dimma::iiop {

class StreamedRequest final : public StreamingReceive, public channel::BlockingObserver {
 public:
  using BeginUpcall = function_ref<void(bool response_expected)>;
  // Made when the reader has begun the request. `place` has the address of this object until the request is complete,
  // or ends. `connection` is notified of waits. `begin_upcall` is called when the request is complete, if it has been
  // dispatched by then. All arguments must outlive this object.
  StreamedRequest(RequestReader& reader, ServerCore& core, transport::Stream& stream, StreamedRequest*& place,
                  channel::BlockingObserver& connection, BeginUpcall begin_upcall) noexcept;
  ~StreamedRequest();
  StreamedRequest(const StreamedRequest&) = delete;
  StreamedRequest& operator=(const StreamedRequest&) = delete;

  // Receives the rest first: the reading side can be given away only after the end of the request.
  void before_block() override {
    await(message_end());
    connection_.before_block();
  }
  void done_waiting() noexcept override { connection_.done_waiting(); }

  // Called when the request is about to be dispatched while it is still arriving.
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
