// A pump whose code does not deal with operators. An interceptor of its server refuses requests without an operator's
// name, and logs the others.

#include "pump_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/orb_initializer.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

namespace PI = PortableInterceptor;
constexpr IOP::ServiceId operator_context = 0x4f504552;

class Book : public virtual IDL::traits<PI::ServerRequestInterceptor>::base_type {
  using RequestRef = CORBA::object_reference<PI::ServerRequestInfo>;

 public:
  std::string name() override { return "book"; }
  void destroy() override {}

  // Called before the object is looked up. An exception becomes the reply, and nothing else is called.
  void receive_request_service_contexts(RequestRef request) override {
    if (!request->operation().starts_with("_")) operator_of(request);  // _is_a and the like are open to all
  }
  void receive_request(RequestRef) override {}
  void send_reply(RequestRef request) override { write(request, "done"); }
  void send_exception(RequestRef request) override { write(request, request->sending_exception().type()->id()); }
  void send_other(RequestRef) override {}

 private:
  static std::string operator_of(const RequestRef& request) {
    try {
      const CORBA::OctetSeq octets = request->get_request_service_context(operator_context).context_data();
      return {octets.begin(), octets.end()};
    } catch (const CORBA::BAD_PARAM&) {  // the request has no context with that id
      throw CORBA::NO_PERMISSION(1, CORBA::COMPLETED_NO);
    }
  }
  static void write(const RequestRef& request, const std::string& end) {
    if (request->operation().starts_with("_")) return;
    std::cerr << operator_of(request) + ": " + request->operation() + ": " + end + "\n";
  }
};

class Join : public virtual IDL::traits<PI::ORBInitializer>::base_type {
  void pre_init(CORBA::object_reference<PI::ORBInitInfo>) override {}
  void post_init(CORBA::object_reference<PI::ORBInitInfo> info) override {
    info->add_server_request_interceptor(CORBA::make_reference<Book>());
  }
};

class Pump : public virtual CORBA::servant_traits<Plant::Pump>::base_type {
  void start() override { std::cerr << "the pump runs\n"; }
  void stop() override { throw CORBA::NO_RESOURCES(); }  // its brake is worn out
};

int main(int argc, char* argv[]) try {
  PI::register_orb_initializer(CORBA::make_reference<Join>());
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Pump>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
