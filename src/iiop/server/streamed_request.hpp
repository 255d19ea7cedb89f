#pragma once
// A long request that is served while it arrives.
//
// The thread that reads it is in the dispatcher already, decoding. Until the last octet is there it keeps the reading
// side for good. Then the upcall is like any other, and its reading side may be given away. A peer that stalls holds
// the thread up: another of the pool stands in for it, and the connection is given up when nothing has come for a
// while.

#include "iiop/server/server_connection.hpp"

namespace dimma::iiop {

class ServerConnection::StreamedRequest final : public StreamingReceive, public channel::BlockingObserver {
 public:
  // Made when the connection's reader has begun it.
  StreamedRequest(ServerConnection& connection, ReadingSide::Epoch epoch) noexcept;
  ~StreamedRequest();
  StreamedRequest(const StreamedRequest&) = delete;
  StreamedRequest& operator=(const StreamedRequest&) = delete;

  // The most at once at an endpoint, which bounds what stalling peers can hold.
  static constexpr std::uint32_t at_once_max = 32;

  // The reading side can be given away only after the end of the request.
  void before_block() override {
    await(message_end());
    connection_.before_block();
  }
  void done_waiting() noexcept override { connection_.done_waiting(); }

  // Called when it is about to be dispatched while it is still arriving.
  void dispatched(bool response_expected) noexcept {
    dispatched_ = true;
    response_expected_ = response_expected;
  }

 private:
  transport::Result wait_for_more(std::span<std::byte> into) override;
  [[noreturn]] void cannot_receive(const transport::Result& result) override;
  [[noreturn]] void cannot_read_on() override;
  [[noreturn]] void was_cancelled() override;
  void arrived() override;
  void end_standing_in() noexcept;

  ServerConnection& connection_;
  const ReadingSide::Epoch epoch_;
  bool dispatched_ = false;
  bool response_expected_ = false;
  bool stood_in_for_ = false;
};

}  // namespace dimma::iiop
