#pragma once
// A request at the client, as its interceptors see it. Each attempt to send it has an object of its own.

#include "channel/channel.hpp"
#include "orb/interception/ending.hpp"
#include "orb/interception/interceptors.hpp"
#include "orb/interception/request_contexts.hpp"

#include <dimma/generated/call.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace dimma {
class ObjectReference;
}

namespace dimma::orb {

class OrbState;

class ClientRequest {
 public:
  // The data that all requests of one call have in common. It must outlive them.
  struct Call {
    std::shared_ptr<ObjectReference> target;
    const Operation& operation;
    Messaging::SyncScope sync_scope;
    Slots::Values slots;           // slot values of the calling thread
    bool is_asynchronous = false;  // a sendc_ call, whose reply the interceptors do not see
  };

  // `profile` is the index of the profile that is used, in the IOR that the reference currently uses.
  ClientRequest(const Call& call, std::size_t profile);
  ~ClientRequest();
  ClientRequest(const ClientRequest&) = delete;
  ClientRequest& operator=(const ClientRequest&) = delete;

  // Calls send_request of each interceptor. If an interceptor throws, returns that as the request's ending.
  std::optional<Ending> send();
  const ServiceContexts& request_contexts() const noexcept { return request_contexts_; }
  // Returns the place for the service contexts of the reply.
  ServiceContexts& reply_contexts() noexcept { return reply_contexts_; }
  // Calls the ending interception point of each interceptor whose send_request has returned. Returns the resulting
  // ending.
  Ending end(Ending ending);

  // The following functions serve the ClientRequestInfo.
  std::uint32_t request_id() const noexcept { return id_; }
  std::string_view operation() const noexcept { return call_.operation.name; }
  bool response_expected() const noexcept { return !call_.operation.oneway; }
  Messaging::SyncScope sync_scope() const noexcept {
    return response_expected() ? Messaging::SYNC_WITH_TARGET : call_.sync_scope;
  }
  CORBA::Any slot(PortableInterceptor::SlotId id) const;
  // Returns nullptr before the request has ended.
  const Ending* ending() const noexcept { return ending_ ? &*ending_ : nullptr; }
  void add_context(const iop::ServiceContext& context, bool replace);
  CORBA::object_reference<CORBA::Object> target() const;
  CORBA::object_reference<CORBA::Object> effective_target() const;
  iop::TaggedProfile effective_profile() const;
  std::vector<iop::TaggedComponent> effective_components(IOP::ComponentId id) const;
  CORBA::object_reference<CORBA::Policy> policy(CORBA::PolicyType type) const;

 private:
  class Info;
  OrbState& orb() const noexcept;
  channel::Tagged profile_in_use() const;
  void tell_ending(PortableInterceptor::ClientRequestInterceptor& interceptor);

  const Call& call_;
  const std::size_t profile_;
  const Interceptors::Snapshot<PortableInterceptor::ClientRequestInterceptor> interceptors_;
  const std::uint32_t id_;
  std::size_t begun_ = 0;  // interceptors whose send_request has returned
  ServiceContexts request_contexts_;
  ServiceContexts reply_contexts_;
  std::optional<Ending> ending_;
  CORBA::object_reference<Info> info_;
};

}  // namespace dimma::orb
