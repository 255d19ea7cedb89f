#pragma once
// A connection as its requests see it: the way of their replies, and what they share with each other.

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

// Owned by shared_ptr: requests keep it alive if they may outlive the thread that has read them. Thread safe.
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
  // Counts the memory that its messages hold beyond an ordinary connection's buffers.
  const std::shared_ptr<MemoryShare>& memory() const noexcept { return memory_; }
  virtual HeldRequests& held() noexcept = 0;
  virtual DeferredReplies& deferred() noexcept = 0;

  // True if requests may go both ways over the connection. If not, request_way() is always RequestWay::from_client.
  bool is_both_ways() const noexcept { return is_both_ways_; }
  // How the ORB is to take its requests, and the way to call the client back, if there is one.
  virtual RequestWay request_way() const noexcept = 0;
  virtual std::shared_ptr<channel::CallbackPath> callback_path() const noexcept = 0;

  // Returns the message read last, for a request that outlives it. Only for the thread that has the reading side.
  // Throws CORBA::NO_MEMORY.
  virtual MessageReader::Kept keep_message() = 0;
  // A request waits at `place` for its object adapter. Returns what the adapter will resume.
  virtual std::shared_ptr<WaitingRequest> put_aside(const RequestHeader& header, const cdr::Decoder& body,
                                                    std::uint8_t minor, MessageReader::Kept&& message,
                                                    const std::shared_ptr<WaitingPlace>& place) = 0;
  // A servant replies to a request later. `octets`: the length of the request's arguments. Throws CORBA::NO_RESOURCES.
  virtual std::shared_ptr<DetachedReply> defer(const RequestHeader& header, std::uint8_t minor,
                                               const cdr::TextForm& text_form, std::size_t octets, bool replies,
                                               std::weak_ptr<DetachedObserver> observer) = 0;
  // A request has ended. Its reply, if there is one, has been sent before.
  [[gnu::always_inline]] void request_ended() noexcept {
    if (counts_.leave()) [[unlikely]]
      all_answered();
  }
  // Has the connection read again, if it rests until a request has ended, and one has.
  virtual void read_on() noexcept = 0;

  std::shared_ptr<void> keep() noexcept final { return shared_from_this(); }
  void give_up(const char* why, log::Event event = log::Event::connection_broken) noexcept override = 0;

 protected:
  // The derived class retires memory() in its destructor: until then give_up() may be called.
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

// Said to the log, and to the client as far as it can be told.
inline constexpr const char* no_memory_left =
    "connection memory limit exceeded (--dimma-connection-memory, --dimma-max-memory)";

}  // namespace dimma::iiop
