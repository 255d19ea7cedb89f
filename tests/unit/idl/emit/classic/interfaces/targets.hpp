#pragma once
// Runs tests of calls at each of their targets: an object of the same ORB and one of another ORB, or, with a reference
// as argument, an object of another program.

#include <dimma/classic/corba.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

// An object that has the interface, with the name that the tests' names end with.
template <class Interface>
struct Target {
  std::string name;
  typename Interface::_var_type echo;
};

template <class Interface>
std::vector<Target<Interface>>& targets() {
  static std::vector<Target<Interface>> all;
  return all;
}

// The parameter of a test is the index of its target, since the targets are made after the tests.
template <class Interface>
class CallsAtTargets : public testing::TestWithParam<std::size_t> {
 public:
  static std::string name_of(const testing::TestParamInfo<std::size_t>& info) {
    return targets<Interface>()[info.param].name;
  }

 protected:
  Interface* echo() const { return targets<Interface>()[GetParam()].echo.in(); }
};

template <class Interface>
std::vector<std::size_t> indices() {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < targets<Interface>().size(); ++i) all.push_back(i);
  return all;
}

template <class Interface>
Target<Interface> target(const char* name, CORBA::ORB_ptr orb, const char* reference) {
  CORBA::Object_var object = orb->string_to_object(reference);
  return {name, Interface::_narrow(object)};
}

// A program's main(): makes the targets, runs the tests, and ends the other program if there is one.
template <class Interface, class Servant>
int run_at_targets(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  char name[] = "other";
  char* no_arguments[] = {name, nullptr};
  int count = 1;
  CORBA::ORB_var other = CORBA::ORB_init(count, no_arguments, "other");
  const bool calls_peer = argc > 1 && std::strncmp(argv[argc - 1], "IOR:", 4) == 0;
  Servant servant(orb);
  if (calls_peer) {
    targets<Interface>().push_back(target<Interface>("Peer", orb, argv[argc - 1]));
  } else {
    CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
    PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    typename Interface::_var_type echo = servant._this();
    CORBA::String_var reference = orb->object_to_string(echo);
    targets<Interface>().push_back({"InProcess", echo});
    targets<Interface>().push_back(target<Interface>("OtherOrb", other, reference.in()));
  }
  testing::InitGoogleTest(&argc, argv);
  const int status = RUN_ALL_TESTS();
  if (calls_peer) targets<Interface>()[0].echo->shut();
  targets<Interface>().clear();
  other->destroy();
  orb->destroy();
  return status;
}
