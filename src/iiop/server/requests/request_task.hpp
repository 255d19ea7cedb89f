#pragma once
// A request that is served by a thread other than the one that has read it: each request with processing=factory at a
// server, and a request that had to wait for its object adapter.

#include "channel/nested_wait.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/held_requests.hpp"
#include "iiop/server/requests/request_origin.hpp"

#include <memory>

namespace dimma::iiop {

class RequestTask final : public HeldRequest, private channel::BlockingObserver {
 public:
  // `header` and `body` are views of the message that `kept` holds. The connection has admitted the request.
  RequestTask(std::shared_ptr<RequestOrigin> connection, const RequestHeader& header, const cdr::Decoder& body,
              std::uint8_t minor, MessageReader::Kept kept);
  ~RequestTask() override;

  std::uint32_t id() const noexcept override { return header_.request_id; }
  bool is_oneway() const noexcept override { return !header_.response_expected(); }
  // Called before run() for a request that was not held first, so that oneways keep their order.
  void begin_in_order() noexcept;
  void run() noexcept override;
  // Like run(), for a held request, on a thread that does not belong to the endpoint.
  void run_here() noexcept override;
  void refuse(const char* why) noexcept override;
  void answer_refusal(const char* why) noexcept override;
  void resume() noexcept override;
  void abandon() noexcept override;

 private:
  void before_block() override;
  void done_waiting() noexcept override;
  void end_in_order() noexcept;
  void end_held() noexcept;
  void finish() noexcept;

  const std::shared_ptr<RequestOrigin> connection_;
  MessageReader::Kept kept_;
  const RequestHeader header_;
  const cdr::Decoder body_;
  const std::uint8_t minor_;
  std::unique_ptr<Serving> serving_;  // set while it runs
  bool keeps_order_ = false;          // a oneway: later requests wait for it
};

}  // namespace dimma::iiop
