#pragma once
// Two ORBs, a client's and a server's, over the fake protocol.

#include "unit/common/expect_raises.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/fake_protocol.hpp"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>
#include <dimma/publish.hpp>

#include <gtest/gtest.h>

namespace dimma::test {

class OrbTest : public testing::Test {
 protected:
  OrbTest() {
    server_ = make_orb(network_, {"server"});
    client_ = make_orb(network_, {"client"});
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<CounterServant>();
  }
  ~OrbTest() override {
    for (auto* const each : {&client_, &server_}) {
      if (!*each) continue;
      try {
        (*each)->destroy();
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
        // The test has destroyed it.
      }
    }
  }

  CORBA::object_reference<CORBA::Object> activated() {
    return root_->id_to_reference(root_->activate_object(servant_));
  }
  // The reference to the object, made by the client's ORB.
  CORBA::object_reference<CORBA::Object> at_client(const CORBA::object_reference<CORBA::Object>& object) {
    return client_->string_to_object(server_->object_to_string(object));
  }
  CORBA::object_reference<Sample::Counter> remote() {
    return IDL::traits<Sample::Counter>::narrow(at_client(activated()));
  }
  CORBA::object_reference<Sample::Counter> local() { return IDL::traits<Sample::Counter>::narrow(activated()); }

  FakeNetwork network_;
  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::servant_reference<CounterServant> servant_;
};

}  // namespace dimma::test
