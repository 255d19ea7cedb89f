#include "orb/poa/managers/ior_interceptors.hpp"

#include "orb/interception/request_info.hpp"
#include "orb/poa/managers/adapter_base.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

namespace {

using namespace PortableInterceptor;

// Creates references as the adapter does if there are no interceptors.
class AdapterTemplate final : public virtual ObjectReferenceTemplate {
 public:
  explicit AdapterTemplate(AdapterBase& adapter) : adapter_(adapter.weak()) {}
  ~AdapterTemplate() override = default;

  CORBA::object_reference<CORBA::Object> make_object(const CORBA::RepositoryId& repository_id,
                                                     const ObjectId& id) override {
    return alive()->own_reference({reinterpret_cast<const char*>(id.data()), id.size()}, repository_id);
  }
  ServerId server_id() override { return alive()->orb().options().server_id; }
  ORBId orb_id() override { return alive()->orb().options().id; }
  AdapterName adapter_name() override { return alive()->full_name(); }

 private:
  std::shared_ptr<AdapterBase> alive() const {
    if (auto adapter = adapter_.lock()) return adapter;
    throw CORBA::OBJECT_NOT_EXIST(minor::object_not_exist_no_adapter, CORBA::COMPLETED_NO,
                                  "the object's POA does not exist, or was destroyed");
  }
  const std::weak_ptr<AdapterBase> adapter_;  // weak, since the adapter may own this object as its factory
};

class Info final : public virtual IORInfo {
 public:
  explicit Info(AdapterBase& adapter) : adapter_(&adapter) {}
  ~Info() override = default;

  void all_added() noexcept { all_added_ = true; }
  void over() noexcept { adapter_ = nullptr; }
  Establishment take() { return std::move(establishment_); }

  CORBA::object_reference<CORBA::Policy> get_effective_policy(CORBA::PolicyType type) override {
    auto policy = adapter().policies().find(type);
    const bool is_known = policy || type == QOS_POLICY_TYPE || adapter().orb().interceptors().policy_factory(type);
    if (is_known) return policy;
    throw CORBA::INV_POLICY(minor::inv_policy_no_factory, CORBA::COMPLETED_NO,
                            "POAs have no policies of type " + std::to_string(type));
  }
  void add_ior_component(const iop::TaggedComponent& component) override { add({std::nullopt, component}); }
  void add_ior_component_to_profile(const iop::TaggedComponent& component, IOP::ProfileId profile_id) override {
    add({profile_id, component});
  }
  AdapterManagerId manager_id() override { return adapter().poa_manager().get_id(); }
  AdapterState state() override { return static_cast<AdapterState>(adapter().poa_manager().get_state()); }
  CORBA::valuetype_reference<ObjectReferenceTemplate> adapter_template() override {
    require_all_added("adapter_template");
    return CORBA::make_reference<AdapterTemplate>(adapter());
  }
  CORBA::valuetype_reference<ObjectReferenceFactory> current_factory() override {
    require_all_added("current_factory");
    if (establishment_.factory) return establishment_.factory;
    return adapter_template();
  }
  void current_factory(CORBA::valuetype_reference<ObjectReferenceFactory> factory) override {
    require_all_added("current_factory");
    establishment_.factory = std::move(factory);
  }

 private:
  AdapterBase& adapter() const {
    if (adapter_ == nullptr) raise_over();
    return *adapter_;
  }
  void add(AddedComponent component) {
    adapter();
    if (all_added_) raise_not_here("add_ior_component");
    establishment_.components.push_back(std::move(component));
  }
  void require_all_added(const char* what) const {
    adapter();
    if (!all_added_) raise_not_here(what);
  }

  AdapterBase* adapter_;
  bool all_added_ = false;
  Establishment establishment_;
};

// Calls `call` for each interceptor that is an IORInterceptor_3_0.
template <class Call>
void for_each_3_0(const Interceptors::List<IORInterceptor>& interceptors, Call&& call) {
  for (const auto& interceptor : interceptors) {
    if (const auto later = IDL::traits<IORInterceptor_3_0>::narrow(interceptor)) call(*later);
  }
}

// Notifies each interceptor by `call`. Exceptions are ignored.
template <class Call>
void tell_each(OrbState& orb, Call&& call) noexcept {
  const auto interceptors = orb.interceptors().of_references();
  for_each_3_0(*interceptors, [&call](IORInterceptor_3_0& interceptor) {
    try {
      call(interceptor);
    } catch (...) {  // NOLINT: exceptions are ignored
    }
  });
}

}  // namespace

void establish(OrbState& orb, AdapterBase& adapter) {
  const auto interceptors = orb.interceptors().of_references();
  if (interceptors->empty()) return;
  const auto info = CORBA::make_reference<Info>(adapter);
  struct Over {
    Info& info;
    ~Over() { info.over(); }
  } const over{*info};
  for (const auto& interceptor : *interceptors) {
    try {
      interceptor->establish_components(info);
    } catch (...) {  // NOLINT: exceptions are ignored (16.6.2.1)
    }
  }
  info->all_added();
  try {
    for_each_3_0(*interceptors, [&info](IORInterceptor_3_0& interceptor) { interceptor.components_established(info); });
  } catch (...) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_interceptor, CORBA::COMPLETED_NO,
                             "an interceptor rejected POA " + adapter.name());
  }
  adapter.establishment(info->take());
}

void tell_manager_state(OrbState& orb, const std::string& manager_id,
                        PortableServer::POAManager::State state) noexcept {
  tell_each(orb, [&](IORInterceptor_3_0& interceptor) {
    interceptor.adapter_manager_state_changed(manager_id, static_cast<AdapterState>(state));
  });
}

void tell_destroyed(OrbState& orb, std::span<const std::shared_ptr<AdapterBase>> adapters) noexcept {
  if (orb.interceptors().of_references()->empty() || adapters.empty()) return;
  ObjectReferenceTemplateSeq templates;
  for (const auto& adapter : adapters) templates.push_back(CORBA::make_reference<AdapterTemplate>(*adapter));
  tell_each(orb, [&](IORInterceptor_3_0& interceptor) { interceptor.adapter_state_changed(templates, NON_EXISTENT); });
}

}  // namespace dimma::orb

namespace PortableInterceptor {

namespace {
constexpr dimma::ValueType factory_type{.repository_id = "IDL:omg.org/PortableInterceptor/ObjectReferenceFactory:1.0"};

[[noreturn]] void raise_stays_here() {
  throw CORBA::MARSHAL(dimma::minor::marshal_local_object, CORBA::COMPLETED_NO,
                       "an object reference template or factory cannot be sent to another process");
}
}  // namespace

const dimma::ValueType& ObjectReferenceFactory::_type_of_value() const noexcept { return factory_type; }
void ObjectReferenceFactory::_write_state(dimma::cdr::Encoder& /*out*/) const { raise_stays_here(); }
void ObjectReferenceFactory::_read_state(dimma::cdr::Decoder& /*in*/) { raise_stays_here(); }

}  // namespace PortableInterceptor
