// dimma_contexts_client --root IOR [--comes both|reply|nothing] [--qos QOS] [--dimma-...]: checks a server of
// contexts.idl, which sends its context with replies and exceptions, with replies only, or with neither.

#include "common/checks.hpp"
#include "common/contexts.hpp"
#include "common/program.hpp"
#include "dimma/client.hpp"

#include <contexts.hpp>

#include <dimma/minor.hpp>
#include <dimma/orb_initializer.hpp>

namespace {

namespace PI = PortableInterceptor;
using Info = CORBA::object_reference<PI::ClientRequestInfo>;
using checks::require;
using checks::require_equal;

std::string came;  // the context of the last reply

class Stamp final : public virtual IDL::traits<PI::ClientRequestInterceptor>::base_type {
 public:
  std::string name() override { return "stamp"; }
  void destroy() override {}
  void send_request(Info ri) override {
    const std::string text = contexts::from_client;
    ri->add_request_service_context(IOP::ServiceContext(contexts::of_request, {text.begin(), text.end()}), false);
  }
  void send_poll(Info) override {}
  void receive_reply(Info ri) override { take(ri); }
  void receive_exception(Info ri) override { take(ri); }
  void receive_other(Info) override {}

 private:
  static void take(const Info& ri) {
    came.clear();
    try {
      const auto context = ri->get_reply_service_context(contexts::of_reply);
      came.assign(context.context_data().begin(), context.context_data().end());
    } catch (const CORBA::BAD_PARAM& none) {
      require_equal(none.minor(), dimma::minor::bad_param_service_context, "the minor code");
    }
  }
};

class Join final : public virtual IDL::traits<PI::ORBInitializer>::base_type {
 public:
  void pre_init(CORBA::object_reference<PI::ORBInitInfo>) override {}
  void post_init(CORBA::object_reference<PI::ORBInitInfo> info) override {
    info->add_client_request_interceptor(CORBA::make_reference<Stamp>());
  }
};

int check(int argc, char** argv) {
  PI::register_orb_initializer(CORBA::make_reference<Join>());
  const auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  const std::string comes = options.optional("--comes", "both");
  int status = 1;
  {
    mapped::Bindings bindings(options.optional("--qos", ""));
    const auto witness =
        bindings.through(IDL::traits<Contexts::Witness>::narrow(orb->string_to_object(options.required("--root"))));
    checks::Checks checks(mapped::describe_exception);
    checks.run("with a reply", [&] {
      require_equal(witness->seen(), contexts::from_client, "what the server has seen");
      require_equal(came, comes == "nothing" ? "" : "with the reply", "what came back");
    });
    checks.run("with an exception", [&] {
      try {
        witness->refuse();
        require(false, "nothing was thrown");
      } catch (const Contexts::Refused&) {
        require_equal(came, comes == "both" ? "with the exception" : "", "what came back");
      }
    });
    checks.run("with a oneway", [&] {
      witness->hint();
      require_equal(witness->seen_with_hint(), contexts::from_client, "what the server has seen");
    });
    status = checks.finish();
  }
  orb->destroy();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  return mapped::run_client("contexts", [&] { return check(argc, argv); });
}
