#pragma once
// The interface of a connection for its requests: the path of their replies, and the state that they share.

#include "channel/callbacks.hpp"
#include "channel/session.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/server/core/server_core.hpp"
#include "iiop/server/replies/reply_port.hpp"
#include "iiop/server/requests/client_facts.hpp"
#include "iiop/server/requests/request_counts.hpp"
#include "transport/transport.hpp"

#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <memory>

namespace dimma::iiop {

class DeferredReplies;
class HeldRequests;

// Owned by shared_ptr: requests that may outlive the thread that has read them keep it alive. Thread-safe.
class RequestOrigin : public std::enable_shared_from_this<RequestOrigin>, public ReplyOwner {
 public:
  RequestOrigin(const RequestOrigin&) = delete;
  RequestOrigin& operator=(const RequestOrigin&) = delete;

  const std::shared_ptr<ServerCore>& core() const noexcept { return core_; }
  transport::Stream& stream() const noexcept { return *stream_; }
  channel::Session& session() noexcept { return session_; }
  ReplyPort& replies() noexcept { return replies_; }
  const ReplyPort& replies() const noexcept { return replies_; }
  RequestCounts& counts() noexcept { return counts_; }
  const RequestCounts& counts() const noexcept { return counts_; }
  ClientFacts& client() noexcept { return client_; }
  const ClientFacts& client() const noexcept { return client_; }
  // Counts the memory that the connection's messages hold beyond its ordinary buffers.
  const std::shared_ptr<MemoryShare>& memory() const noexcept { return memory_; }
  virtual HeldRequests& held() noexcept = 0;
  virtual DeferredReplies& deferred() noexcept = 0;

  // True if the connection is bidirectional. If not, request_way() is always RequestWay::from_client.
  bool is_both_ways() const noexcept { return is_both_ways_; }
  // The direction of the connection's requests, and the path for calling the client back, if there is one.
  virtual RequestWay request_way() const noexcept = 0;
  virtual std::shared_ptr<channel::CallbackPath> callback_path() const noexcept = 0;

  // Returns the last message, for a request that outlives it. Only for the thread that has the reading side. Throws
  // CORBA::NO_MEMORY.
  virtual MessageReader::Kept keep_message() = 0;
  // Called when a request waits at `place` for its object adapter. Returns the object that the adapter will resume.
  virtual std::shared_ptr<WaitingRequest> put_aside(const RequestHeader& header, const cdr::Decoder& body,
                                                    std::uint8_t minor, MessageReader::Kept&& message,
                                                    const std::shared_ptr<WaitingPlace>& place) = 0;
  // Called when a servant replies later. `octets` is the length of the request's arguments. Throws CORBA::NO_RESOURCES.
  virtual std::shared_ptr<DetachedReply> defer(const RequestHeader& header, std::uint8_t minor,
                                               const cdr::TextForm& text_form, std::size_t octets, bool replies,
                                               std::weak_ptr<DetachedObserver> observer) = 0;
  // Called when a request has ended, after its reply has been sent, if there is one.
  [[gnu::always_inline]] void request_ended() noexcept {
    if (counts_.leave()) all_answered();
  }
  // Resumes reading if it was paused and the requests in progress now allow it.
  virtual void read_on() noexcept = 0;

  std::shared_ptr<void> keep() noexcept final { return shared_from_this(); }
  void give_up(const char* why, log::Event event = log::Event::connection_broken) noexcept override = 0;

 protected:
  // The derived class retires memory() in its destructor. Until then give_up() may be called.
  RequestOrigin(std::shared_ptr<ServerCore> core, std::unique_ptr<transport::Stream> stream, bool is_both_ways);
  ~RequestOrigin();

 private:
  // Called when no request is in progress, and none will begin.
  virtual void all_answered() noexcept = 0;

  const std::shared_ptr<ServerCore> core_;
  const std::unique_ptr<transport::Stream> stream_;
  channel::StreamSession session_;
  const bool is_both_ways_;
  const std::shared_ptr<MemoryShare> memory_;
  ClientFacts client_;
  RequestCounts counts_;
  ReplyPort replies_;
};

// The reason that is logged, and sent to the client if possible.
inline constexpr const char* no_memory_left =
    "connection memory limit exceeded (--dimma-connection-memory, --dimma-max-memory)";

}  // namespace dimma::iiop
