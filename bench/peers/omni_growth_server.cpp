// omni_growth_server --ior-dir DIR [--poas N] [omniORB's options]: growth_server's objects, by omniORB.

#include "growth_objects.hpp"
#include "measure/command_line.hpp"
#include "program.hpp"

#include <time.hh>

namespace {

class ReqReplyServant final : public POA_TestReqReply {
 public:
  void test_no_param() override {}
  void test_string(char*&) override {}
};

class OnewayServant final : public POA_TestOneway {
 public:
  void test_no_param() override {}
  void test_string(const char*) override {}
};

// Activates the objects, distributed among `poas` POAs, and writes their references to the file.
void activate_objects(CORBA::ORB_ptr orb, std::size_t poas, const std::string& file) {
  const CORBA::Object_var adapter = orb->resolve_initial_references("RootPOA");
  const PortableServer::POA_var root = PortableServer::POA::_narrow(adapter);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  std::ofstream references(file);
  std::size_t made = 0;
  for (std::size_t i = 1; i <= poas; ++i) {
    const std::string name = "poa_" + std::to_string(1000 + i);
    const PortableServer::POA_var poa = root->create_POA(name.c_str(), manager, CORBA::PolicyList());
    for (const std::size_t until = bench::called_max * i / poas; made < until; ++made) {
      const PortableServer::ServantBase_var servant(new ReqReplyServant);
      const PortableServer::ObjectId_var id = poa->activate_object(servant.in());
      const CORBA::Object_var object = poa->id_to_reference(id);
      const CORBA::String_var text = orb->object_to_string(object);
      references << text.in() << '\n';
    }
  }
  if (!references.flush()) throw std::runtime_error("cannot write " + file);
}

int serve(int argc, char** argv) {
  const classic::Termination termination;
  const CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  std::string folder;
  std::size_t poas = 1;
  measure::CommandLine command_line("omni_growth_server --ior-dir DIR [--poas N]", "growth_server, by omniORB.");
  command_line.required("ior-dir", folder, "where objects.ior, reqreply.ior and oneway.ior are written")
      .count("poas", poas, "how many POAs the objects are shared out among (1)", bench::called_max);
  if (!command_line.parse(argc, argv)) return 0;

  activate_objects(orb, poas, folder + "/objects.ior");
  const PortableServer::Servant_var<ReqReplyServant> reqreply(new ReqReplyServant);
  const PortableServer::Servant_var<OnewayServant> oneway(new OnewayServant);
  classic::publish(orb, TestReqReply_var(reqreply->_this()), TestOneway_var(oneway->_this()), folder);
  classic::serve(orb, termination);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return classic::run_program("omni_growth_server", [&] { return serve(argc, argv); });
}
