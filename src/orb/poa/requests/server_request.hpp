#pragma once
// A request on its way in, as the interceptors of a server see it.

#include "orb/interception/ending.hpp"
#include "orb/interception/interceptors.hpp"
#include "orb/interception/request_contexts.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::orb {

class ActiveObject;
class Adapter;
class OrbState;
class PoaTree;

// Told when the operation function of a request that was handed over has returned.
class ReturnObserver {
 public:
  virtual void returned() noexcept = 0;

 protected:
  ~ReturnObserver() = default;
};

class InterceptedRequest {
 public:
  // `request` is the one that finally gets the reply.
  InterceptedRequest(PoaTree& tree, ServerRequest& request);
  // For a deferred request: continues from where `other` stops once it has been handed over.
  explicit InterceptedRequest(const InterceptedRequest& other);
  ~InterceptedRequest();
  InterceptedRequest& operator=(const InterceptedRequest&) = delete;

  // Call the starting points. Both throw how the request ends without an upcall: a system exception or ForwardRequest.
  void receive_service_contexts();
  void receive_request(ActiveObject& object);
  // Calls the ending points of each interceptor whose starting point has returned, and returns the request's end after
  // them. The contexts that they add are given to the reply.
  const Ending& end(Ending ending);
  bool has_ended() const noexcept { return is_handed_over_ || ending_.has_value(); }
  // Sets the request to which the reply of a deferred request goes; nullptr once that is over.
  void reply_to(ServerRequest* request) noexcept { request_ = request; }
  // Hands over to the copy that `heir` has: this one counts as ended from now on.
  void hand_over(InterceptedRequest& to, std::weak_ptr<ReturnObserver> heir) noexcept;
  // The deferred upcall that continues with it.
  const std::weak_ptr<ReturnObserver>& heir() const noexcept { return heir_; }

  // The request's slots, once the starting points that precede the search for the object have been called.
  const Slots::Values& slots() const noexcept { return slots_; }
  // The contents of the thread's slots at the end of the upcall become the request's (CORBA 3.3 part 1, 16.4.4).
  void take_slots_of_thread();

  // For the info.
  std::uint32_t request_id() const noexcept { return id_; }
  std::string_view operation() const noexcept { return operation_; }
  bool response_expected() const noexcept { return request_->response_expected(); }
  Messaging::SyncScope sync_scope() const noexcept;
  CORBA::Any slot(PortableInterceptor::SlotId id) const;
  void slot(PortableInterceptor::SlotId id, const CORBA::Any& data);
  const ServiceContexts& request_contexts() const noexcept { return request_contexts_; }
  const ServiceContexts& reply_contexts() const noexcept { return reply_contexts_; }
  void add_context(const iop::ServiceContext& context, bool replace);
  const Ending* ending() const noexcept { return ending_ ? &*ending_ : nullptr; }
  OrbState& orb() const noexcept { return orb_; }
  // Returns nullptr before the object has been found.
  Adapter* adapter() const noexcept { return adapter_.get(); }
  const std::string& object_id() const noexcept { return object_id_; }
  // Returns the object only while receive_request is being called, otherwise nullptr.
  ActiveObject* object() const noexcept { return object_; }
  CORBA::object_reference<CORBA::Policy> policy(CORBA::PolicyType type) const;

 private:
  class Info;
  void tell_ending(PortableInterceptor::ServerRequestInterceptor& interceptor);

  PoaTree& tree_;
  OrbState& orb_;
  ServerRequest* request_;  // nullptr while the reply of a deferred request is still to come
  const Interceptors::Snapshot<PortableInterceptor::ServerRequestInterceptor> interceptors_;
  const std::uint32_t id_;
  const std::string operation_;  // the message may be gone at the end
  const ServiceContexts request_contexts_;
  ServiceContexts reply_contexts_;
  Slots::Values slots_;
  std::size_t begun_ = 0;  // the number of interceptors whose first starting point has returned
  std::shared_ptr<Adapter> adapter_;
  std::string object_id_;
  ActiveObject* object_ = nullptr;
  std::optional<Ending> ending_;
  CORBA::object_reference<Info> info_;
  bool is_handed_over_ = false;
  std::weak_ptr<ReturnObserver> heir_;
};

}  // namespace dimma::orb
