#pragma once
// A request at the server, as its interceptors see it.

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

// Notified when the operation function of a deferred request has returned.
class ReturnObserver {
 public:
  virtual void returned() noexcept = 0;

 protected:
  ~ReturnObserver() = default;
};

class InterceptedRequest {
 public:
  // `request` is the request to which the reply is made.
  InterceptedRequest(PoaTree& tree, ServerRequest& request);
  // For a deferred request: continues in the state of `other`, once `other` has called hand_over().
  explicit InterceptedRequest(const InterceptedRequest& other);
  ~InterceptedRequest();
  InterceptedRequest& operator=(const InterceptedRequest&) = delete;

  // Call the starting interception points. If an interceptor ends the request, both throw a system exception or
  // ForwardRequest.
  void receive_service_contexts();
  void receive_request(ActiveObject& object);
  // Calls the ending point of each interceptor whose starting point has returned. Adds the interceptors' service
  // contexts to the reply, and returns the resulting ending.
  const Ending& end(Ending ending);
  bool has_ended() const noexcept { return is_handed_over_ || ending_.has_value(); }
  // Sets the request through which a deferred reply is made, or nullptr after that.
  void reply_to(ServerRequest* request) noexcept { request_ = request; }
  // Passes the state to the copy `to`, which belongs to `heir`. This object then counts as ended.
  void hand_over(InterceptedRequest& to, std::weak_ptr<ReturnObserver> heir) noexcept;
  // Returns the deferred upcall that continues the request.
  const std::weak_ptr<ReturnObserver>& heir() const noexcept { return heir_; }

  // Returns the request's slots. Valid after receive_service_contexts().
  const Slots::Values& slots() const noexcept { return slots_; }
  // Copies the thread's slots at the end of the upcall to the request (CORBA 3.3 part 1, 16.4.4).
  void take_slots_of_thread();

  // The following functions serve the ServerRequestInfo.
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
  // Returns nullptr before the object is found.
  Adapter* adapter() const noexcept { return adapter_.get(); }
  const std::string& object_id() const noexcept { return object_id_; }
  // Returns the object during receive_request, otherwise nullptr.
  ActiveObject* object() const noexcept { return object_; }
  CORBA::object_reference<CORBA::Policy> policy(CORBA::PolicyType type) const;

 private:
  class Info;
  void tell_ending(PortableInterceptor::ServerRequestInterceptor& interceptor);

  PoaTree& tree_;
  OrbState& orb_;
  ServerRequest* request_;  // nullptr while a deferred reply is pending
  const Interceptors::Snapshot<PortableInterceptor::ServerRequestInterceptor> interceptors_;
  const std::uint32_t id_;
  const std::string operation_;  // a copy, since the message may be gone at the end
  const ServiceContexts request_contexts_;
  ServiceContexts reply_contexts_;
  Slots::Values slots_;
  std::size_t begun_ = 0;  // interceptors whose first starting point has returned
  std::shared_ptr<Adapter> adapter_;
  std::string object_id_;
  ActiveObject* object_ = nullptr;
  std::optional<Ending> ending_;
  CORBA::object_reference<Info> info_;
  bool is_handed_over_ = false;
  std::weak_ptr<ReturnObserver> heir_;
};

}  // namespace dimma::orb
