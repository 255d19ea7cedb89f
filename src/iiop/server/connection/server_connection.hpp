#pragma once
// One connection at the server's end: requests in, upcalls, replies out.
//
// One thread at a time reads the connection (reading_side.hpp). Several threads may reply at the same time.

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "channel/nested_wait.hpp"
#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/server/connection/request_reader.hpp"
#include "iiop/server/connection/serving_loop.hpp"
#include "iiop/server/core/served_connection.hpp"
#include "iiop/server/core/server_core.hpp"
#include "iiop/server/requests/deferred_replies.hpp"
#include "iiop/server/requests/held_requests.hpp"
#include "iiop/server/requests/request_origin.hpp"

#include <memory>
#include <string>

namespace dimma::iiop {

// The direction of a connection's requests: from the client that opened the connection, which may be called back over
// `path` if that is set; or from the server to which this ORB opened it.
struct ConnectionDirection {
  std::shared_ptr<ArrivalPath> path = nullptr;
  bool is_from_server = false;
};

class ServerConnection final : public RequestOrigin,
                               public ServedConnection,
                               public ReadingOwner,
                               private channel::BlockingObserver {
 public:
  ServerConnection(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream,
                   ConnectionDirection direction = {});
  ~ServerConnection() override;

  // Serves the connection on the calling thread until it ends or another thread reads it.
  void serve() noexcept;
  void readable() noexcept override;
  void serve_by_own_thread() noexcept override;

  // Called by the endpoint.
  void start() override;
  void close(const char* why) noexcept override;
  bool close_if_idle() noexcept override;
  void check_upcall(std::uint32_t tick) noexcept override;
  void check_replies() noexcept override { replies().tick(); }
  ConnectionUse use() const noexcept override;
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return stream().loans(); }

  // Called by the requests.
  HeldRequests& held() noexcept override { return held_; }
  DeferredReplies& deferred() noexcept override { return deferred_; }
  RequestWay request_way() const noexcept override;
  std::shared_ptr<channel::CallbackPath> callback_path() const noexcept override { return direction_.path; }
  MessageReader::Kept keep_message() override { return reader_.messages().keep(); }
  std::shared_ptr<WaitingRequest> put_aside(const RequestHeader& header, const cdr::Decoder& body, std::uint8_t minor,
                                            MessageReader::Kept&& message,
                                            const std::shared_ptr<WaitingPlace>& place) override;
  std::shared_ptr<DetachedReply> defer(const RequestHeader& header, std::uint8_t minor, const cdr::TextForm& text_form,
                                       std::size_t octets, bool replies,
                                       std::weak_ptr<DetachedObserver> observer) override;
  void read_on() noexcept override { reader_.read_on(); }

  // Called when replies are sent.
  bool hold() noexcept override;
  void release() noexcept override;
  void give_up(const char* why, log::Event event) noexcept override;
  void replies_taken() noexcept override { reader_.read_on_after_replies(); }

 private:
  void before_block() override;
  void done_waiting() noexcept override;
  // Ends the connection for the reason that the serving loop returned. `fault` is for ServingLoop::End::fault.
  void end_by(ServingLoop::End how, const Fault& fault, RequestReader::Reading& reading);
  // Sends MessageError and ends the connection.
  [[gnu::cold, gnu::noinline]] void refuse(RequestReader::Reading& reading, const Fault& fault);
  void refuse_for_want_of_memory(RequestReader::Reading& reading) noexcept;
  [[gnu::cold, gnu::noinline]] void end(const transport::Result& received) noexcept;
  [[gnu::cold, gnu::noinline]] void end(const char* why) noexcept { end(std::string(why)); }
  [[gnu::cold, gnu::noinline]] void end(const std::string& why) noexcept;
  void end_when_answered() noexcept;
  void stop_reading() noexcept;
  [[gnu::cold, gnu::noinline]] void all_answered() noexcept override;
  void release_answered() noexcept;
  [[gnu::cold]] void say(log::Event event, const std::string& what) const noexcept;

  const ConnectionDirection direction_;
  RequestReader reader_;
  HeldRequests held_{*this};
  DeferredReplies deferred_;

  sync::Atomic<std::uint32_t> holders_{1};
  sync::Atomic<bool> has_only_to_answer_{false};   // the client has closed its sending side, and replies are due
  std::size_t in_progress_at_end_ = 0;             // set before has_only_to_answer_
  sync::Atomic<const char*> why_closed_{nullptr};  // set when this end closes the connection
};

}  // namespace dimma::iiop
