#include "orb/reference/client_request.hpp"

#include "base/sync/assert.hpp"
#include "orb/interception/request_info.hpp"
#include "orb/reference/object_reference.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::orb {

namespace {

iop::Octets octets_of_tagged(const channel::Octets& octets) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(octets.data());
  return {first, first + octets.size()};
}

}  // namespace

class ClientRequest::Info final : public RequestInfoOf<PortableInterceptor::ClientRequestInfo, ClientRequest> {
 public:
  ~Info() override = default;

  CORBA::object_reference<CORBA::Object> target() override { return request().target(); }
  CORBA::object_reference<CORBA::Object> effective_target() override { return request().effective_target(); }
  IOP::TaggedProfile effective_profile() override { return request().effective_profile(); }
  CORBA::Any received_exception() override { return exception_ending("received_exception").exception(); }
  CORBA::RepositoryId received_exception_id() override {
    return exception_ending("received_exception_id").exception_id();
  }
  IOP::TaggedComponent get_effective_component(IOP::ComponentId id) override {
    return request().effective_components(id).front();
  }
  iop::TaggedComponentSeq get_effective_components(IOP::ComponentId id) override {
    return request().effective_components(id);
  }
  CORBA::object_reference<CORBA::Policy> get_request_policy(CORBA::PolicyType type) override {
    return request().policy(type);
  }
  void add_request_service_context(const iop::ServiceContext& service_context, bool replace) override {
    if (request().ending() != nullptr) raise_not_here("add_request_service_context");
    request().add_context(service_context, replace);
  }
};

ClientRequest::ClientRequest(const Call& call, std::size_t profile)
    : call_(call),
      profile_(profile),
      interceptors_(orb().interceptors().of_clients()),
      id_(orb().interceptors().next_request_id()) {
  if (interceptors_->empty()) return;
  info_ = CORBA::make_reference<Info>();
  info_->about(this);
}

ClientRequest::~ClientRequest() {
  if (info_) info_->about(nullptr);
}

OrbState& ClientRequest::orb() const noexcept { return *call_.target->orb(); }

std::optional<Ending> ClientRequest::send() {
  DIMMA_ASSERT(begun_ == 0);
  for (const auto& interceptor : *interceptors_) {
    if (auto ending = outcome_of([&] { interceptor->send_request(info_); })) return ending;
    ++begun_;
  }
  return std::nullopt;
}

Ending ClientRequest::end(Ending ending) {
  DIMMA_ASSERT(!ending_);
  ending_ = std::move(ending);
  while (begun_ != 0) {
    auto& interceptor = *(*interceptors_)[--begun_]._get();
    if (auto other = outcome_of([&] { tell_ending(interceptor); })) ending_ = std::move(*other);
  }
  return *ending_;
}

void ClientRequest::tell_ending(PortableInterceptor::ClientRequestInterceptor& interceptor) {
  if (ending_->is_exception()) return interceptor.receive_exception(info_);
  const bool is_reply = response_expected() && !call_.is_asynchronous;
  if (ending_->status == PortableInterceptor::SUCCESSFUL && is_reply) {
    return call_without_forward([&] { interceptor.receive_reply(info_); });
  }
  interceptor.receive_other(info_);
}

CORBA::Any ClientRequest::slot(PortableInterceptor::SlotId id) const {
  orb().interceptors().slots().require(id);
  return call_.slots[id];
}

void ClientRequest::add_context(const iop::ServiceContext& context, bool replace) {
  orb::add_context(request_contexts_, context, replace);
}

CORBA::object_reference<CORBA::Object> ClientRequest::target() const {
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(call_.target);
}

CORBA::object_reference<CORBA::Object> ClientRequest::effective_target() const {
  const auto forwarded = call_.target->forwarded_to();
  if (!forwarded) return target();
  return CORBA::ObjectAccess::make_stub<CORBA::Object>(
      std::make_shared<ObjectReference>(call_.target->orb(), Ior(*forwarded)));
}

channel::Tagged ClientRequest::profile_in_use() const {
  const auto forwarded = call_.target->forwarded_to();
  const auto ior = forwarded ? forwarded : call_.target->ior();
  return ior->profiles.at(std::min(profile_, ior->profiles.size() - 1));
}

iop::TaggedProfile ClientRequest::effective_profile() const {
  const auto profile = profile_in_use();
  return iop::TaggedProfile(profile.tag, octets_of_tagged(profile.data));
}

std::vector<iop::TaggedComponent> ClientRequest::effective_components(IOP::ComponentId id) const {
  std::vector<iop::TaggedComponent> components;
  const auto profile = profile_in_use();
  for (const auto& binder : orb().binders()) {
    if (!binder->understands(profile)) continue;
    for (const auto& component : binder->components(profile)) {
      if (component.tag == id) components.emplace_back(component.tag, octets_of_tagged(component.data));
    }
  }
  if (!components.empty()) return components;
  throw CORBA::BAD_PARAM(minor::bad_param_component, CORBA::COMPLETED_NO,
                         "the profile has no component " + std::to_string(id));
}

CORBA::object_reference<CORBA::Policy> ClientRequest::policy(CORBA::PolicyType type) const {
  if (auto policy = effective_policy(orb().overrides(), call_.target->overrides(), type)) return policy;
  throw CORBA::INV_POLICY(minor::inv_policy_type, CORBA::COMPLETED_NO,
                          "the call follows no policy of type " + std::to_string(type));
}

}  // namespace dimma::orb
