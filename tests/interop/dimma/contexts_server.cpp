// dimma_contexts_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves contexts.idl until SIGTERM. Writes
// contexts.ior.

#include "common/contexts.hpp"
#include "dimma/serving.hpp"

#include <contexts_skel.hpp>

#include <dimma/orb_initializer.hpp>

namespace {

namespace PI = PortableInterceptor;
using Info = CORBA::object_reference<PI::ServerRequestInfo>;

class Watch final : public virtual IDL::traits<PI::ServerRequestInterceptor>::base_type {
 public:
  explicit Watch(PI::SlotId slot) : slot_(slot) {}
  std::string name() override { return "watch"; }
  void destroy() override {}
  void receive_request_service_contexts(Info ri) override {
    const auto context = ri->get_request_service_context(contexts::of_request);
    CORBA::Any seen;
    seen <<= std::string(context.context_data().begin(), context.context_data().end());
    ri->set_slot(slot_, seen);
  }
  void receive_request(Info) override {}
  void send_reply(Info ri) override { add(ri, "with the reply"); }
  void send_exception(Info ri) override { add(ri, "with the exception"); }
  void send_other(Info) override {}

 private:
  static void add(const Info& ri, const std::string& text) {
    ri->add_reply_service_context(IOP::ServiceContext(contexts::of_reply, {text.begin(), text.end()}), false);
  }
  const PI::SlotId slot_;
};

PI::SlotId slot_of_watch = 0;

class Join final : public virtual IDL::traits<PI::ORBInitializer>::base_type {
 public:
  void pre_init(CORBA::object_reference<PI::ORBInitInfo>) override {}
  void post_init(CORBA::object_reference<PI::ORBInitInfo> info) override {
    slot_of_watch = info->allocate_slot_id();
    info->add_server_request_interceptor(CORBA::make_reference<Watch>(slot_of_watch));
  }
};

class Witness final : public virtual CORBA::servant_traits<Contexts::Witness>::base_type {
 public:
  explicit Witness(CORBA::object_reference<PI::Current> current) : current_(std::move(current)) {}
  std::string seen() override {
    std::string text;
    current_->get_slot(slot_of_watch) >>= text;
    return text;
  }
  void refuse() override { throw Contexts::Refused(); }
  void hint() override { with_hint_.put(seen()); }
  std::string seen_with_hint() override { return with_hint_.take(); }

 private:
  const CORBA::object_reference<PI::Current> current_;
  contexts::Arrived with_hint_;
};

}  // namespace

int main(int argc, char** argv) {
  PI::register_orb_initializer(CORBA::make_reference<Join>());
  return mapped::run_server(argc, argv, "contexts", [](const auto& orb, const auto& poa) {
    auto current = IDL::traits<PI::Current>::narrow(orb->resolve_initial_references("PICurrent"));
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<Witness>(std::move(current))));
  });
}
