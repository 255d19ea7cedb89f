#pragma once
// The ORB's end of the protocol seam: requests from server endpoints to servants, and what they throw to replies.

#include "channel/channel.hpp"

namespace dimma::orb {

class ActiveObject;
class Core;
class Upcall;

class Dispatcher final : public channel::Dispatcher {
 public:
  explicit Dispatcher(Core& core) noexcept : core_(core) {}

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to) noexcept override;

  // The object that the request is for, entered. Throws what the request is to be refused with, or
  // PortableServer::ForwardRequest.
  ActiveObject& enter(ServerRequest& request);

 private:
  void serve(ServerRequest& request);
  ActiveObject& enter_published(const ServerRequest& request);

  Core& core_;
};

// Has the servant serve the request, reply and all.
void make_upcall(const Upcall& upcall, ServerRequest& request);
// What a client is told of what has been thrown, within its handler: a system exception, or where to go.
void reply_to_failure(ServerRequest& request);
// Whether the operation asks if there is the object, which OBJECT_NOT_EXIST answers.
bool asks_for_existence(std::string_view operation) noexcept;

}  // namespace dimma::orb
