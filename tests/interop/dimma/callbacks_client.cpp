// dimma_callbacks_client --hub REF [--qos QOS] [--dimma-...]: makes the hub call it back, and checks the callbacks;
// status 0 if all are correct.

#include "bidirectional/servants.hpp"
#include "common/program.hpp"

#include <dimma/messaging.hpp>

#include <iostream>
#include <stdexcept>

namespace {

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

void check(const callbacks::HubRef& hub, const callbacks::ListenerRef& listener, callbacks::Listener& servant) {
  for (std::int32_t i = 0; i < 50; ++i) require(hub->call(listener, i) == i + 1, "call");
  hub->notify(listener, 6);
  require(servant.await_notice(6), "notify");
  const Callbacks::Octets data(300'000, 7);
  require(hub->echo(listener, data) == data, "echo");
  for (std::int32_t depth = 0; depth < 6; ++depth) require(hub->bounce(listener, depth) == depth, "bounce");
  hub->keep("a", listener);
  for (std::int32_t i = 0; i < 50; ++i) require(hub->call_kept("a", i) == i + 1, "call_kept");
}

int run(int argc, char** argv) {
  const auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  const auto both = callbacks::both(*orb);
  const auto manager = IDL::traits<CORBA::PolicyManager>::narrow(orb->resolve_initial_references("ORBPolicyManager"));
  manager->set_policy_overrides({both}, CORBA::SetOverrideType::ADD_OVERRIDE);
  const auto root = callbacks::root_of(*orb);
  const auto poa = root->create_POA("callbacks", root->the_POAManager(), {both});
  const auto servant = CORBA::make_reference<callbacks::Listener>();
  const auto listener = IDL::traits<Callbacks::Listener>::narrow(poa->id_to_reference(poa->activate_object(servant)));
  const auto hub = IDL::traits<Callbacks::Hub>::narrow(orb->string_to_object(options.required("--hub")));
  const auto qos = dimma::EngineeringQoS::parse(options.optional("--qos", ""));
  check(hub, listener, *servant);
  const auto bound = dimma::bind(hub, qos);
  check(bound.reference(), listener, *servant);
  std::cout << "called back\n";
  orb->destroy();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const Callbacks::Lost& lost) {
    std::cerr << "callbacks_client: the hub got " << lost.why() << '\n';
  } catch (const CORBA::Exception& exception) {
    std::cerr << "callbacks_client: " << exception << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "callbacks_client: " << exception.what() << '\n';
  }
  return 1;
}
