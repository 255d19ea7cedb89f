#pragma once
// One request that is served by another thread than the one that has read it: each request with processing=factory at a
// server, and a request that had to wait for its object adapter.

#include "channel/nested_wait.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/server/server_core.hpp"

#include <list>
#include <memory>

namespace dimma::iiop {

class ServerConnection;

inline constexpr const char* no_thread_for_request = "the server cannot start a thread for the request";

class RequestTask final : public WaitingRequest,
                          public std::enable_shared_from_this<RequestTask>,
                          private channel::BlockingObserver {
 public:
  // `header` and `body` are views of the message that `kept` holds. The connection has admitted the request.
  RequestTask(std::shared_ptr<ServerConnection> connection, const RequestHeader& header, const cdr::Decoder& body,
              std::uint8_t minor, MessageReader::Kept kept);
  ~RequestTask() override;

  const std::shared_ptr<ServerCore>& core() const noexcept;
  std::uint32_t id() const noexcept { return header_.request_id; }
  bool is_oneway() const noexcept { return !header_.response_expected(); }
  // Called before run() for a request that was not held first: it keeps its order.
  void begin_in_order() noexcept;
  // Serves it to the end, on the calling thread, or until it is put aside.
  void run() noexcept;
  // The same for a held request, on a thread that is not the endpoint's.
  void run_here() noexcept override;
  void refuse(const char* why) noexcept override;
  // Answers that the request can't be served. The request must not be held.
  void answer_refusal(const char* why) noexcept;
  // The message, for another task that goes on with it, if the request is put aside while it runs.
  MessageReader::Kept& message() noexcept { return kept_; }

  // For a held request. The lock of its connection's held requests guards its place among them.
  void wait_at(const std::shared_ptr<WaitingPlace>& place) noexcept {
    waits_for_executor_ = place->is_executor();
    waits_at_ = place.get();
    place_waited_at_ = place;
  }
  bool waits_for_executor() const noexcept { return waits_for_executor_; }
  bool waits_at(const WaitingPlace& place) const noexcept { return waits_at_ == &place; }
  using Place = std::list<std::shared_ptr<RequestTask>>::iterator;
  void place_among(Place place) noexcept { place_ = place; }
  Place place_among() const noexcept { return place_; }
  void resume() noexcept override;
  void mark_abandoned() noexcept { is_abandoned_.store(true, std::memory_order_seq_cst); }
  bool is_abandoned() const noexcept override { return is_abandoned_.load(std::memory_order_seq_cst); }
  // Called when the request will not be served.
  void abandon() noexcept;

 private:
  void before_block() override;
  void done_waiting() noexcept override;
  void end_in_order() noexcept;
  void end_held() noexcept;
  void finish() noexcept;

  const std::shared_ptr<ServerConnection> connection_;
  MessageReader::Kept kept_;
  const RequestHeader header_;
  const cdr::Decoder body_;
  const std::uint8_t minor_;
  std::unique_ptr<Serving> serving_;  // while it runs
  bool keeps_order_ = false;          // a oneway: what comes after it waits for it

  const WaitingPlace* waits_at_ = nullptr;  // a held one's
  std::weak_ptr<WaitingPlace> place_waited_at_;
  bool waits_for_executor_ = false;
  Place place_;
  sync::Atomic<bool> is_abandoned_{false};
};

}  // namespace dimma::iiop
