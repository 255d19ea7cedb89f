// Whole ORBs: calls whose ends are passed to a reply handler, and requests whose replies another thread sends.

#include "simulation/scenario.hpp"
#include "simulation/world/orb_world.hpp"

namespace dimma::simulation {
namespace {

const Registered orb_replies_blocking("orb.replies_blocking", "two threads call over one reference", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread other([&] { world.call(speaker); });
  world.tell(speaker);
  world.call(speaker);
  other.join();
  check(world.journal().count(Ended::with_result) == 2, "each call has a result");
});

const Registered orb_replies_handled("orb.replies_handled", "a reply handler is told of each reply", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread other([&] { world.call(speaker); });
  world.send(speaker);
  world.send(speaker);
  other.join();
  world.journal().await_ends();
  check(world.journal().count(Ended::with_result) == 3, "each call has a result");
});

const Registered orb_replies_client_ends("orb.replies_client_ends", "the client ends while calls are begun", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread caller([&] {
    world.send(speaker);
    world.send(speaker);
  });
  world.client()->destroy();
  caller.join();
});

const Registered orb_replies_handler_ends("orb.replies_handler_ends", "a reply handler shuts its ORB down", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  world.on_reply = [&] { world.client()->shutdown(false); };
  world.send(speaker);
  world.send(speaker);
  world.client()->destroy();
});

const Registered orb_replies_server_ends("orb.replies_server_ends", "the server ends while calls are begun", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_servant());
  sync::Thread other([&] { world.server()->destroy(); });
  world.send(speaker);
  world.send(speaker);
  other.join();
  world.journal().await_ends();
});

const Registered orb_replies_deferred("orb.replies_deferred", "replies are sent later while the server ends", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_deferring_servant());
  sync::Thread caller([&] {
    world.call(speaker);
    world.tell(speaker);
  });
  world.server()->destroy();
  check(world.upcalls() == 0, "the end waits for the replies");
  const auto executed = world.journal().executions();
  caller.join();
  check(world.journal().executions() == executed, "nothing is executed after the end");
});

const Registered orb_replies_deferred_late("orb.replies_deferred_late", "the client of such replies has ended", [] {
  OrbWorld world;
  const auto speaker = world.activated(world.root(), world.make_deferring_servant());
  sync::Thread caller([&] {
    world.send(speaker);
    world.call(speaker);
  });
  world.client()->destroy();
  caller.join();
});

}  // namespace
}  // namespace dimma::simulation
