#pragma once
// A hub and its listeners in ORBs of their own. A listener's ORB publishes an address where nothing listens, like one
// with a firewall: a call to it uses its own connection.

#include "bidirectional/servants.hpp"
#include "unit/common/expect_raises.hpp"

#include <dimma/minor.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace callbacks {

inline const std::vector<std::string> behind_firewall{"--dimma-endpoint", "iiop://127.0.0.1:0",      "--dimma-publish",
                                                      "127.66.66.66",     "--dimma-connect-timeout", "2s"};

// An ORB with a POA whose policies are given, and one servant in it.
template <class Interface, class Servant>
struct End {
  CORBA::object_reference<CORBA::ORB> orb;
  CORBA::object_reference<PortableServer::POA> poa;
  CORBA::servant_reference<Servant> servant;
  CORBA::object_reference<Interface> object;

  End() = default;
  End(End&&) = default;
  End& operator=(End&&) = default;
  ~End() { end(); }
  void end() {
    if (!orb) return;
    object = {};
    orb->destroy();
    orb = {};
  }
};
using HubEnd = End<Callbacks::Hub, Hub>;
using ListenerEnd = End<Callbacks::Listener, Listener>;

enum class Way { normal, both };

inline std::string unused_id() {
  static int number = 0;
  return "bidirectional-" + std::to_string(++number);
}

template <class Interface, class Servant, class Make>
void make(End<Interface, Servant>& end, std::vector<std::string> arguments, Way way, const std::string& qos,
          Make servant, const std::function<void(CORBA::object_reference<CORBA::ORB>)>& begin = nullptr) {
  end.orb = CORBA::ORB_init(arguments, unused_id());
  if (begin) begin(end.orb);
  const auto root = root_of(*end.orb);
  CORBA::PolicyList policies;
  if (way == Way::both) policies.push_back(both(*end.orb));
  if (!qos.empty()) policies.push_back(dimma::qos_policy(dimma::EngineeringQoS::parse(qos)));
  end.poa = root->create_POA("callbacks", root->the_POAManager(), policies);
  end.servant = servant();
  end.object = IDL::traits<Interface>::narrow(end.poa->id_to_reference(end.poa->activate_object(end.servant)));
}

inline HubEnd make_hub(Way way, const std::string& qos = "", std::vector<std::string> more = {}) {
  HubEnd hub;
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-nested-wait", "2s"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  make(hub, arguments, way, qos, [&] { return CORBA::make_reference<Hub>(hub.orb); });
  return hub;
}
inline ListenerEnd make_listener(Way way, const std::string& qos = "transport=tcp",
                                 std::vector<std::string> more = {}) {
  ListenerEnd listener;
  auto arguments = behind_firewall;
  arguments.insert(arguments.end(), more.begin(), more.end());
  make(listener, arguments, way, qos, [] { return CORBA::make_reference<Listener>(); });
  return listener;
}

// The reference to the hub in a listener's ORB; with `way`, its policy.
inline HubRef hub_at(const ListenerEnd& listener, const HubEnd& hub, Way way = Way::both) {
  auto object = listener.orb->string_to_object(hub.orb->object_to_string(hub.object));
  if (way == Way::both) {
    object = object->_set_policy_overrides({both(*listener.orb)}, CORBA::SetOverrideType::ADD_OVERRIDE);
  }
  return IDL::traits<Callbacks::Hub>::narrow(object);
}

}  // namespace callbacks
