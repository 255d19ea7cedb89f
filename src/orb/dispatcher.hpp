#pragma once
// The ORB's end of the protocol seam: requests from server endpoints to servants, and what they throw to replies.

#include "channel/channel.hpp"
#include "orb/names.hpp"
#include "orb/object_key.hpp"

namespace dimma::orb {

class ActiveObject;
class Core;
class Upcall;

class Dispatcher final : public channel::Dispatcher {
 public:
  explicit Dispatcher(Core& core) noexcept : core_(core) {}

  void dispatch(ServerRequest& request) noexcept override;
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to) noexcept override;

  // The object that the request is for, entered; nullptr when the request has been put aside. Throws what the request
  // is to be refused with, or PortableServer::ForwardRequest.
  ActiveObject* enter(ServerRequest& request);
  // The same in two steps, for who does something in between that is done once: puts it aside if it has to wait; then
  // enters, and waits on the thread if it has to all the same.
  bool put_aside(ServerRequest& request);
  ActiveObject& enter_on_this_thread(const ServerRequest& request);

 private:
  void serve(ServerRequest& request);
  ObjectKey key_of(const ServerRequest& request, std::shared_ptr<const Names::Published>& published) const;

  Core& core_;
};

// Has the servant serve the request, reply and all. Of what it throws a line goes to stderr if no IDL names it.
void make_upcall(const Upcall& upcall, ServerRequest& request);
// What a client is told of what has been thrown, within its handler: a system exception, or where to go.
void reply_to_failure(ServerRequest& request);
// Whether the operation asks if there is the object, which OBJECT_NOT_EXIST answers.
bool asks_for_existence(std::string_view operation) noexcept;

}  // namespace dimma::orb
