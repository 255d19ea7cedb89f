// The end of a whole ORB beside calls: each call ends once, an ORB that is destroyed executes nothing, and everything
// comes to an end.

#include "simulation/scenario.hpp"
#include "simulation/world/orb_world.hpp"

#include <dimma/binding.hpp>

#include <functional>

namespace dimma::simulation {
namespace {

// A thread makes two calls while `end` runs, after which the server executes nothing.
void end_server_beside_calls(OrbWorld& world, const std::function<void()>& end) {
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread caller([&] {
    world.call(speaker);
    world.call(speaker);
  });
  end();
  check(world.upcalls() == 0, "the end waits for the upcalls in progress");
  const auto executed = world.journal().executions();
  caller.join();
  check(world.journal().executions() == executed, "nothing is executed after the end");
}

const Registered orb_ends_server("orb.ends_server", "the server's ORB is destroyed beside calls", [] {
  OrbWorld world;
  end_server_beside_calls(world, [&] { world.server()->destroy(); });
});

const Registered orb_ends_server_twice("orb.ends_server_twice", "two threads shut the server's ORB down", [] {
  OrbWorld world;
  end_server_beside_calls(world, [&] {
    sync::Thread other([&] { world.server()->shutdown(true); });
    world.server()->shutdown(true);
    other.join();
  });
});

const Registered orb_ends_client("orb.ends_client", "the client's ORB is destroyed beside calls", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread caller([&] {
    world.call(speaker);
    world.tell(speaker);
  });
  world.client()->destroy();
  caller.join();
});

const Registered orb_ends_both("orb.ends_both", "both ORBs are destroyed at once beside a call", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread caller([&] { world.call(speaker); });
  sync::Thread other([&] { world.server()->destroy(); });
  world.client()->destroy();
  other.join();
  caller.join();
});

const Registered orb_ends_within("orb.ends_within", "a servant shuts its ORB down, which another thread runs", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  world.on_call = [&](std::size_t) {
    world.server()->shutdown(false);
    try {
      world.server()->shutdown(true);
      check(false, "an upcall cannot wait for itself");
    } catch (const CORBA::BAD_INV_ORDER&) {
    }
  };
  sync::Thread caller([&] {
    world.call(speaker);
    world.call(speaker);
  });
  world.server()->run();
  check(world.upcalls() == 0, "run() waits for the upcalls in progress");
  const auto executed = world.journal().executions();
  caller.join();
  check(world.journal().executions() == executed, "nothing is executed after run()");
});

const Registered orb_ends_run("orb.ends_run", "two threads run an ORB that a third one shuts down", [] {
  OrbWorld world;
  end_server_beside_calls(world, [&] {
    sync::Thread runner([&] { world.server()->run(); });
    world.server()->shutdown(false);
    world.server()->run();
    runner.join();
  });
});

const Registered orb_ends_binding("orb.ends_binding", "an explicit binding is undone beside a call", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  auto binding = dimma::bind(speaker, EngineeringQoS::parse("connection=shared"));
  const auto bound = binding.reference();
  sync::Thread caller([&] {
    world.call(bound);
    world.call(speaker);
  });
  binding.unbind();
  caller.join();
});

const Registered orb_ends_described("orb.ends_described", "the ORBs are described while they end", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread other([&] {
    try {
      check(!describe(world.server()).lines().empty(), "there are facts");
      describe(world.client());
    } catch (const CORBA::SystemException&) {
      // One of them has been destroyed.
    }
  });
  world.call(speaker);
  world.server()->destroy();
  world.client()->destroy();
  other.join();
});

}  // namespace
}  // namespace dimma::simulation
