// Whole ORBs: adapters, their managers and their objects beside calls.

#include "simulation/scenario.hpp"
#include "simulation/world/orb_world.hpp"

#include <dimma/binding.hpp>

#include <functional>

namespace dimma::simulation {
namespace {

void call_twice_beside(OrbWorld& world, const SpeakerRef& speaker, const std::function<void()>& change) {
  sync::Thread caller([&] {
    world.call(speaker);
    world.call(speaker);
  });
  change();
  caller.join();
}

// Destroys an adapter and waits for its upcalls.
void destroy(OrbWorld& world, const PoaRef& adapter) {
  adapter->destroy(true, true);
  check(world.upcalls() == 0, "the end waits for the upcalls in progress");
}

const Registered orb_adapters_destroyed("orb.adapters_destroyed", "two threads destroy an adapter beside calls", [] {
  OrbWorld world;
  const auto adapter = world.root()->create_POA("child", world.root()->the_POAManager(), {});
  const auto speaker = world.activated(adapter, world.make_servant());
  std::size_t executed = 0;
  call_twice_beside(world, speaker, [&] {
    sync::Thread other([&] { destroy(world, adapter); });
    destroy(world, adapter);
    executed = world.journal().executions();
    other.join();
  });
  check(world.journal().executions() == executed, "nothing is executed after the end");
});

const Registered orb_adapters_destroyed_within("orb.adapters_destroyed_within",
                                               "an upcall destroys its adapter, which has an endpoint", [] {
                                                 OrbWorld world;
                                                 const auto adapter =
                                                     create_poa(world.root(), "child",
                                                                EngineeringQoS::parse("processing=pool(1)"));
                                                 const auto speaker = world.activated(adapter, world.make_servant());
                                                 world.on_call = [&](std::size_t) {
                                                   try {
                                                     adapter->destroy(true, false);
                                                   } catch (const CORBA::SystemException&) {
                                                     // The ORB's end has destroyed it.
                                                   }
                                                 };
                                                 call_twice_beside(world, speaker, [&] { world.server()->destroy(); });
                                               });

const Registered orb_adapters_described("orb.adapters_described",
                                        "an ORB is described while an adapter with an endpoint comes and goes", [] {
                                          OrbWorld world;
                                          sync::Thread other([&] {
                                            check(!describe(world.server()).lines().empty(), "there are facts");
                                            describe(world.client());
                                          });
                                          const auto adapter = create_poa(world.root(), "child",
                                                                          EngineeringQoS::parse("processing=pool(1)"));
                                          world.call(world.activated(adapter, world.make_servant()));
                                          adapter->destroy(true, true);
                                          other.join();
                                        });

const Registered orb_adapters_deactivated("orb.adapters_deactivated",
                                          "an object is deactivated beside calls, and activated again", [] {
                                            OrbWorld world;
                                            const auto servant = world.make_servant();
                                            const auto id = world.root()->activate_object(servant);
                                            const auto speaker = world.at_client(world.root()->id_to_reference(id));
                                            call_twice_beside(world, speaker, [&] {
                                              world.root()->deactivate_object(id);
                                              try {
                                                world.root()->activate_object_with_id(id, servant);
                                              } catch (const PortableServer::POA::ObjectAlreadyActive&) {
                                              }
                                            });
                                          });

const Registered orb_managers_hold("orb.managers_hold", "a manager holds requests, then discards or serves them", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  const auto manager = world.root()->the_POAManager();
  call_twice_beside(world, speaker, [&] {
    manager->hold_requests(true);
    check(world.upcalls() == 0, "hold_requests() waits for the upcalls in progress");
    const auto executed = world.journal().executions();
    sync::yield();
    check(world.journal().executions() == executed, "a manager that holds executes nothing");
    if (choose(2) == 1) manager->discard_requests(false);
    manager->activate();
  });
});

const Registered orb_managers_deactivate("orb.managers_deactivate", "a manager that holds requests is deactivated", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  const auto manager = world.root()->the_POAManager();
  manager->hold_requests(false);
  call_twice_beside(world, speaker, [&] {
    manager->deactivate(true, true);
    check(world.journal().executions() == 0, "a manager that held all requests executes none");
  });
});

const Registered orb_managers_held_at_end("orb.managers_held_at_end", "an ORB that holds requests is destroyed", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  world.root()->the_POAManager()->hold_requests(false);
  call_twice_beside(world, speaker, [&] { world.server()->destroy(); });
});

}  // namespace
}  // namespace dimma::simulation
