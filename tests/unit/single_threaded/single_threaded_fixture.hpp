#pragma once
// Two ORBs of one process and one thread, with IIOP over TCP between them: an ORB that waits serves the other
// meanwhile.

#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <gtest/gtest.h>

namespace dimma::test {

class AloneTest : public testing::Test {
 protected:
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id, const std::string& qos = "",
                                                      const std::string& idle = "") {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    if (!qos.empty()) arguments.insert(arguments.end(), {"--dimma-qos", qos});
    if (!idle.empty()) arguments.insert(arguments.end(), {"--dimma-idle", idle});
    return CORBA::ORB_init(arguments, id);
  }
  static CORBA::object_reference<PortableServer::POA> active_root(const CORBA::object_reference<CORBA::ORB>& orb) {
    auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    return root;
  }
  // The client's reference to an object of the server.
  static CORBA::object_reference<Sample::Counter> as_seen_by(const CORBA::object_reference<CORBA::ORB>& client,
                                                             const CORBA::object_reference<CORBA::ORB>& server,
                                                             const CORBA::servant_reference<CounterServant>& servant,
                                                             const CORBA::object_reference<PortableServer::POA>& poa) {
    const auto object = poa->id_to_reference(poa->activate_object(servant));
    return IDL::traits<Sample::Counter>::narrow(client->string_to_object(server->object_to_string(object)));
  }

  explicit AloneTest(const std::string& qos = "", const std::string& idle = "")
      : server_(make_orb("server", qos, idle)), client_(make_orb("client", qos)), root_(active_root(server_)) {
    servant_ = CORBA::make_reference<CounterServant>();
    object_ = as_seen_by(client_, server_, servant_, root_);
  }
  ~AloneTest() override {
    for (auto* const each : {&client_, &server_}) {
      try {
        (*each)->destroy();
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
        // The test has destroyed it.
      }
    }
  }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::servant_reference<CounterServant> servant_;
  CORBA::object_reference<Sample::Counter> object_;
};

}  // namespace dimma::test
