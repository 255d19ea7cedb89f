// Callbacks over the client's own connection. The client publishes an address where nothing listens, like one with a
// firewall, so that a callback can reach it only by that connection.

#include "hub.hh"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

// An ORB with a POA, which may have the policy.
class End {
 public:
  End(const char* id, std::vector<std::string> options, BiDirPolicy::BidirectionalPolicyValue value) {
    options.insert(options.begin(), {"test", "--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-qos", "transport=tcp"});
    std::vector<char*> arguments;
    for (std::string& option : options) arguments.push_back(&option[0]);
    int argc = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    orb_ = CORBA::ORB_init(argc, arguments.data(), id);
    const CORBA::Object_var object = orb_->resolve_initial_references("RootPOA");
    const PortableServer::POA_var root = PortableServer::POA::_narrow(object.in());
    const PortableServer::POAManager_var manager = root->the_POAManager();
    manager->activate();
    poa_ = root->create_POA("callbacks", manager.in(), policies(value));
  }
  ~End() { orb_->destroy(); }

  CORBA::PolicyList policies(BiDirPolicy::BidirectionalPolicyValue value) {
    CORBA::Any any;
    any <<= value;
    CORBA::PolicyList list(1);
    list.length(1);
    list[0] = orb_->create_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE, any);
    return list;
  }

  CORBA::Object_ptr activate(PortableServer::Servant servant) {
    const PortableServer::ObjectId_var id = poa_->activate_object(servant);
    return poa_->id_to_reference(id.in());
  }
  // Returns this ORB's reference to an object of another ORB.
  CORBA::Object_ptr at(End& other, CORBA::Object_ptr object) {
    const CORBA::String_var text = other.orb_->object_to_string(object);
    return orb_->string_to_object(text.in());
  }
  CORBA::ORB_ptr orb() { return orb_.in(); }

 private:
  CORBA::ORB_var orb_;
  PortableServer::POA_var poa_;
};

class Listener : public POA_Callbacks::Listener {
 public:
  CORBA::Long hear(CORBA::Long number) { return number + 1; }
};

class Hub : public POA_Callbacks::Hub {
 public:
  CORBA::Long call(Callbacks::Listener_ptr who, CORBA::Long number) {
    try {
      return who->hear(number);
    } catch (const CORBA::SystemException&) {
      return -1;
    }
  }
};

// The values of the policy at the three places that decide.
struct Values {
  BiDirPolicy::BidirectionalPolicyValue hub, listener, reference;
};

CORBA::Long answer(const Values& values) {
  Hub hub;
  Listener listener;
  End server("hub", {}, values.hub);
  End client("listener", {"--dimma-publish", "127.66.66.66"}, values.listener);
  const CORBA::Object_var served = server.activate(&hub);
  const CORBA::Object_var called = client.activate(&listener);
  const CORBA::Object_var plain = client.at(server, served.in());
  const CORBA::Object_var offering =
      plain->_set_policy_overrides(client.policies(values.reference), CORBA::ADD_OVERRIDE);
  const Callbacks::Hub_var at_hub = Callbacks::Hub::_narrow(offering.in());
  const Callbacks::Listener_var who = Callbacks::Listener::_narrow(called.in());
  return at_hub->call(who.in(), 4);
}

TEST(ClassicBidirectional, CallsBackOverTheClientsConnection) {
  EXPECT_EQ(answer({BiDirPolicy::BOTH, BiDirPolicy::BOTH, BiDirPolicy::BOTH}), 5);
}

TEST(ClassicBidirectional, NeedsThePolicyAtEachPlace) {
  EXPECT_EQ(answer({BiDirPolicy::NORMAL, BiDirPolicy::BOTH, BiDirPolicy::BOTH}), -1);
  EXPECT_EQ(answer({BiDirPolicy::BOTH, BiDirPolicy::NORMAL, BiDirPolicy::BOTH}), -1);
  EXPECT_EQ(answer({BiDirPolicy::BOTH, BiDirPolicy::BOTH, BiDirPolicy::NORMAL}), -1);
}

TEST(ClassicBidirectional, SaysWhichPolicyAReferenceFollows) {
  End client("listener", {}, BiDirPolicy::NORMAL);
  const CORBA::Object_var plain = client.orb()->string_to_object("corbaloc:iiop:127.0.0.1:1/Hub");
  EXPECT_TRUE(CORBA::is_nil(plain->_get_client_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE)));
  const CORBA::Object_var offering =
      plain->_set_policy_overrides(client.policies(BiDirPolicy::BOTH), CORBA::ADD_OVERRIDE);
  const CORBA::Policy_var policy = offering->_get_client_policy(BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE);
  const BiDirPolicy::BidirectionalPolicy_var narrowed = BiDirPolicy::BidirectionalPolicy::_narrow(policy.in());
  ASSERT_FALSE(CORBA::is_nil(narrowed.in()));
  EXPECT_EQ(narrowed->value(), BiDirPolicy::BOTH);
}

}  // namespace
