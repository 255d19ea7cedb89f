#include "orb/poa/requests/server_request.hpp"

#include "base/sync/assert.hpp"
#include "orb/interception/request_info.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/object_key.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

class InterceptedRequest::Info final
    : public RequestInfoOf<PortableInterceptor::ServerRequestInfo, InterceptedRequest> {
 public:
  ~Info() override = default;

  CORBA::Any sending_exception() override { return exception_ending("sending_exception").exception(); }
  std::string server_id() override { return found("server_id").orb().options().server_id; }
  std::string orb_id() override { return found("orb_id").orb().options().id; }
  CORBA::StringSeq adapter_name() override { return found("adapter_name").full_name(); }
  CORBA::OctetSeq object_id() override {
    found("object_id");
    const auto& id = request().object_id();
    return {id.begin(), id.end()};
  }
  CORBA::OctetSeq adapter_id() override {
    const auto& prefix = found("adapter_id").key_prefix();
    return {prefix.begin(), prefix.end()};
  }
  CORBA::RepositoryId target_most_derived_interface() override {
    auto& object = being_served("target_most_derived_interface");
    return interface_of(object);
  }
  bool target_is_a(const CORBA::RepositoryId& id) override { return being_served("target_is_a").servant()._is_a(id); }
  CORBA::object_reference<CORBA::Policy> get_server_policy(CORBA::PolicyType type) override {
    return request().policy(type);
  }
  void set_slot(PortableInterceptor::SlotId id, const CORBA::Any& data) override { request().slot(id, data); }
  void add_reply_service_context(const iop::ServiceContext& service_context, bool replace) override {
    request().add_context(service_context, replace);
  }

 private:
  Adapter& found(const char* what) const {
    if (request().adapter() == nullptr) raise_not_here(what);
    return *request().adapter();
  }
  ActiveObject& being_served(const char* what) const {
    if (request().object() == nullptr) raise_not_here(what);
    return *request().object();
  }
  static std::string interface_of(ActiveObject& object) {
    const auto id = object.id();
    return object.servant()._interface_of({id.begin(), id.end()},
                                          CORBA::object_reference<PortableServer::POA>(adapter_of(object).shared()));
  }
};

InterceptedRequest::InterceptedRequest(PoaTree& tree, ServerRequest& request)
    : tree_(tree),
      orb_(tree.orb()),
      request_(&request),
      interceptors_(orb_.interceptors().of_servers()),
      id_(orb_.interceptors().next_request_id()),
      operation_(request.operation()),
      request_contexts_(request.service_contexts()),
      slots_(orb_.interceptors().slots().empty()),
      info_(CORBA::make_reference<Info>()) {
  info_->about(this);
}

InterceptedRequest::InterceptedRequest(const InterceptedRequest& other)
    : tree_(other.tree_),
      orb_(other.orb_),
      request_(nullptr),
      interceptors_(other.interceptors_),
      id_(other.id_),
      operation_(other.operation_),
      request_contexts_(other.request_contexts_),
      reply_contexts_(other.reply_contexts_),
      slots_(other.slots_),
      begun_(other.begun_),
      adapter_(other.adapter_),
      object_id_(other.object_id_),
      info_(other.info_),
      is_handed_over_(true) {}

void InterceptedRequest::hand_over(InterceptedRequest& to, std::weak_ptr<ReturnObserver> heir) noexcept {
  DIMMA_ASSERT(to.is_handed_over_);
  to.is_handed_over_ = false;
  info_->about(&to);
  heir_ = std::move(heir);
  is_handed_over_ = true;
}

InterceptedRequest::~InterceptedRequest() {
  if (is_handed_over_) return;
  info_->about(nullptr);
  if (request_ != nullptr) request_->reply_contexts({});
}

void InterceptedRequest::receive_service_contexts() {
  DIMMA_ASSERT(begun_ == 0);
  for (const auto& interceptor : *interceptors_) {
    interceptor->receive_request_service_contexts(info_);
    ++begun_;
  }
}

void InterceptedRequest::receive_request(ActiveObject& object) {
  adapter_ = adapter_of(object).shared();
  object_id_ = object.id();
  object_ = &object;
  struct NoLonger {
    ActiveObject*& object;
    ~NoLonger() { object = nullptr; }
  } const no_longer{object_};
  for (const auto& interceptor : *interceptors_) interceptor->receive_request(info_);
}

const Ending& InterceptedRequest::end(Ending ending) {
  DIMMA_ASSERT(request_);
  ending_ = std::move(ending);
  while (begun_ != 0) {
    auto& interceptor = *(*interceptors_)[--begun_]._get();
    if (auto other = outcome_of([&] { tell_ending(interceptor); })) ending_ = std::move(*other);
  }
  request_->reply_contexts(reply_contexts_);
  return *ending_;
}

void InterceptedRequest::tell_ending(PortableInterceptor::ServerRequestInterceptor& interceptor) {
  if (ending_->is_exception()) return interceptor.send_exception(info_);
  if (ending_->status == PortableInterceptor::SUCCESSFUL) {
    return call_without_forward([&] { interceptor.send_reply(info_); });
  }
  interceptor.send_other(info_);
}

// A request only contains whether its client waits for a reply, so the exact scope chosen by the client is unknown.
Messaging::SyncScope InterceptedRequest::sync_scope() const noexcept {
  return response_expected() ? Messaging::SYNC_WITH_TARGET : Messaging::SYNC_WITH_TRANSPORT;
}

CORBA::Any InterceptedRequest::slot(PortableInterceptor::SlotId id) const {
  orb_.interceptors().slots().require(id);
  return slots_[id];
}

void InterceptedRequest::slot(PortableInterceptor::SlotId id, const CORBA::Any& data) {
  orb_.interceptors().slots().require(id);
  slots_[id] = data;
  // receive_request is called after the slots were copied to the thread. The servant and the ending points must see the
  // change.
  if (object_ != nullptr) orb_.interceptors().slots().set_of_this_thread(slots_);
}

void InterceptedRequest::take_slots_of_thread() {
  if (!slots_.empty()) slots_ = orb_.interceptors().slots().of_this_thread();
}

void InterceptedRequest::add_context(const iop::ServiceContext& context, bool replace) {
  orb::add_context(reply_contexts_, context, replace);
}

CORBA::object_reference<CORBA::Policy> InterceptedRequest::policy(CORBA::PolicyType type) const {
  auto adapter = adapter_;
  if (!adapter) adapter = tree_.directory().find(parse_object_key(request_->object_key()));
  if (adapter) {
    if (auto policy = adapter->policies().find(type)) return policy;
  }
  throw CORBA::INV_POLICY(minor::inv_policy_type, CORBA::COMPLETED_NO,
                          "the object's adapter has no policy of type " + std::to_string(type));
}

}  // namespace dimma::orb
