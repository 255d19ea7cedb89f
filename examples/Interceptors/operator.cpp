// Calls the pump, and sends the operator's name with each request: operator REFERENCE start|stop [NAME].

#include "pump.hpp"

#include <dimma/orb.hpp>
#include <dimma/orb_initializer.hpp>

#include <iostream>

namespace PI = PortableInterceptor;
constexpr IOP::ServiceId operator_context = 0x4f504552;  // this application's number; the other end has the same

class NameTag : public virtual IDL::traits<PI::ClientRequestInterceptor>::base_type {
 public:
  explicit NameTag(const std::string& name) : octets_(name.begin(), name.end()) {}
  std::string name() override { return "name tag"; }
  void destroy() override {}

  void send_request(CORBA::object_reference<PI::ClientRequestInfo> request) override {
    request->add_request_service_context(IOP::ServiceContext(operator_context, octets_), false);
  }
  void send_poll(CORBA::object_reference<PI::ClientRequestInfo>) override {}
  void receive_reply(CORBA::object_reference<PI::ClientRequestInfo>) override {}
  void receive_exception(CORBA::object_reference<PI::ClientRequestInfo>) override {}
  void receive_other(CORBA::object_reference<PI::ClientRequestInfo>) override {}

 private:
  const CORBA::OctetSeq octets_;
};

// Each ORB that is created after an initializer has been registered has the interceptors that it adds.
class Join : public virtual IDL::traits<PI::ORBInitializer>::base_type {
 public:
  explicit Join(std::string name) : name_(std::move(name)) {}
  void pre_init(CORBA::object_reference<PI::ORBInitInfo>) override {}
  void post_init(CORBA::object_reference<PI::ORBInitInfo> info) override {
    info->add_client_request_interceptor(CORBA::make_reference<NameTag>(name_));
  }

 private:
  const std::string name_;
};

int main(int argc, char* argv[]) try {
  if (argc < 3) {
    std::cerr << "operator REFERENCE start|stop [NAME]\n";
    return 2;
  }
  if (argc > 3) PI::register_orb_initializer(CORBA::make_reference<Join>(argv[3]));
  auto orb = CORBA::ORB_init(argc, argv);
  auto pump = IDL::traits<Plant::Pump>::narrow(orb->string_to_object(argv[1]));
  if (!pump) {
    std::cerr << "that is no Pump\n";
    return 1;
  }
  if (std::string(argv[2]) == "start") {
    pump->start();
  } else {
    pump->stop();
  }
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
