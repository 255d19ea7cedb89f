#include "orb/lifecycle/making/initialization.hpp"

#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"
#include "orb/dynamic/codec_factory.hpp"
#include "orb/interception/request_info.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/naming/initial_references.hpp"

#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

#include <utility>

namespace dimma::orb {

namespace {

using namespace PortableInterceptor;
using Initializers = std::vector<CORBA::object_reference<ORBInitializer>>;

struct Registered {
  sync::Mutex mutex;
  Initializers initializers DIMMA_GUARDED_BY(mutex);
};
// One per process, since initializers are not passed to ORB_init. Never destroyed, since an ORB may be created while
// the process ends.
Registered& registered() {
  static NeverDestroyed<Registered> only;
  return *only;
}

Initializers all_registered() {
  auto& known = registered();
  const sync::LockGuard lock(known.mutex);
  return known.initializers;
}

class InitInfo final : public ORBInitInfo {
 public:
  InitInfo(std::shared_ptr<OrbLifecycle> lifecycle, CORBA::StringSeq arguments)
      : lifecycle_(std::move(lifecycle)), arguments_(std::move(arguments)) {}
  ~InitInfo() override = default;
  void may_resolve() noexcept { may_resolve_ = true; }
  void over() noexcept { lifecycle_.reset(); }

  CORBA::StringSeq arguments() override {
    lifecycle();
    return arguments_;
  }
  std::string orb_id() override { return lifecycle()->options().id; }
  CORBA::object_reference<IOP::CodecFactory> codec_factory() override {
    return IDL::traits<IOP::CodecFactory>::narrow(make_codec_factory(lifecycle()));
  }
  void register_initial_reference(const ObjectId& id, CORBA::object_reference<CORBA::Object> object) override {
    try {
      orb::register_initial_reference(lifecycle(), id, std::move(object));
    } catch (const CORBA::ORB::InvalidName& invalid) {
      throw InvalidName(invalid._detail());
    }
  }
  CORBA::object_reference<CORBA::Object> resolve_initial_references(const ObjectId& id) override {
    const auto& of_orb = lifecycle();
    if (!may_resolve_) raise_not_here("resolve_initial_references");
    if (id.empty()) throw InvalidName("the name is empty");
    try {
      return orb::resolve_initial_reference(of_orb, id);
    } catch (const CORBA::ORB::InvalidName& invalid) {
      throw InvalidName(invalid._detail());
    }
  }
  void add_client_request_interceptor(CORBA::object_reference<ClientRequestInterceptor> interceptor) override {
    lifecycle()->interceptors().add(std::move(interceptor));
  }
  void add_server_request_interceptor(CORBA::object_reference<ServerRequestInterceptor> interceptor) override {
    lifecycle()->interceptors().add(std::move(interceptor));
  }
  void add_ior_interceptor(CORBA::object_reference<IORInterceptor> interceptor) override {
    lifecycle()->interceptors().add(std::move(interceptor));
  }
  SlotId allocate_slot_id() override { return lifecycle()->interceptors().slots().allocate(); }
  void register_policy_factory(CORBA::PolicyType type, CORBA::object_reference<PolicyFactory> factory) override {
    lifecycle()->interceptors().add(type, std::move(factory));
  }

 private:
  const std::shared_ptr<OrbLifecycle>& lifecycle() const {
    if (!lifecycle_) raise_over();
    return lifecycle_;
  }

  std::shared_ptr<OrbLifecycle> lifecycle_;
  const CORBA::StringSeq arguments_;
  bool may_resolve_ = false;
};

}  // namespace

void initialize(const std::shared_ptr<OrbLifecycle>& lifecycle, const std::vector<std::string>& arguments) {
  const auto initializers = all_registered();
  const auto info = CORBA::make_reference<InitInfo>(lifecycle, arguments);
  struct Over {
    InitInfo& info;
    ~Over() { info.over(); }
  } const over{*info};
  for (const auto& initializer : initializers) initializer->pre_init(info);
  info->may_resolve();
  for (const auto& initializer : initializers) initializer->post_init(info);
  lifecycle->interceptors().seal();
  if (lifecycle->interceptors().see_requests()) lifecycle->overrides().want_a_closer_look();
}

}  // namespace dimma::orb

namespace PortableInterceptor {

void register_orb_initializer(CORBA::object_reference<ORBInitializer> initializer) {
  if (!initializer) {
    throw CORBA::BAD_PARAM(dimma::minor::bad_param_nil_interceptor, CORBA::COMPLETED_NO, "the ORB initializer is nil");
  }
  auto& known = dimma::orb::registered();
  const dimma::sync::LockGuard lock(known.mutex);
  known.initializers.push_back(std::move(initializer));
}

}  // namespace PortableInterceptor
