// Calls over IIOP: each one ends once, its reply is its own, and the completion status is true.

#include "simulation/scenario.hpp"
#include "simulation/world/channel_world.hpp"

namespace dimma::simulation {
namespace {

void two_threads_call(ChannelWorld& world) {
  const auto channel = world.bind();
  if (!channel) return;
  const auto caller = [&] {
    world.call(*channel);
    world.call(*channel);
  };
  sync::Thread other(caller);
  caller();
  other.join();
}

const Registered iiop_calls_shared("iiop.calls_shared", "two threads share a connection", [] {
  ChannelWorld world({.client = "connection=shared"});
  two_threads_call(world);
  check(world.journal().count(Ended::with_result) == 4, "each call has a result");
});

const Registered iiop_calls_dedicated("iiop.calls_dedicated", "two threads take turns with a nullTask channel", [] {
  ChannelWorld world({.client = "processing=nullTask,messages=1", .server = "processing=nullTask"});
  two_threads_call(world);
  check(world.journal().count(Ended::with_result) == 4, "each call has a result");
});

const Registered iiop_calls_demultiplexed("iiop.calls_demultiplexed", "a thread of the connection reads the replies",
                                          [] {
                                            ChannelWorld world({.client = "connection=shared,demultiplexing=task"});
                                            two_threads_call(world);
                                            check(world.journal().count(Ended::with_result) == 4,
                                                  "each call has a result");
                                          });

const Registered iiop_calls_edges("iiop.calls_edges", "the server watches the connection edge-triggered", [] {
  ChannelWorld world({.client = "connection=shared"});
  world.watch_edges();
  two_threads_call(world);
  check(world.journal().count(Ended::with_result) == 4, "each call has a result");
});

const Registered iiop_calls_cut("iiop.calls_cut", "the connection is cut while two threads share it", [] {
  ChannelWorld world({.client = "connection=shared"});
  world.choose_fault();
  two_threads_call(world);
});

const Registered iiop_calls_dedicated_cut("iiop.calls_dedicated_cut", "a nullTask channel's connection is cut", [] {
  ChannelWorld world({.client = "processing=nullTask,messages=1", .server = "processing=nullTask"});
  world.choose_fault();
  two_threads_call(world);
});

const Registered iiop_calls_idle("iiop.calls_idle", "two threads call over a connection that was idle", [] {
  ChannelWorld world({.client = "connection=shared"});
  const auto channel = world.bind();
  world.call(*channel);
  sync::sleep_for(std::chrono::seconds(3));
  sync::Thread other([&] { world.call(*channel); });
  world.call(*channel);
  other.join();
  check(world.journal().count(Ended::with_result) == 3, "each call has a result");
});

const Registered iiop_calls_idle_closed("iiop.calls_idle_closed", "the server closes idle connections", [] {
  ChannelWorld world({.client = "connection=shared"}, {.idle_limit = std::chrono::seconds(2)});
  const auto channel = world.bind();
  world.call(*channel);
  sync::sleep_for(std::chrono::seconds(2));
  sync::Thread other([&] { world.call(*channel); });
  world.call(*channel);
  other.join();
});

const Registered iiop_calls_wait("iiop.calls_wait", "an upcall waits for one whose request comes after it", [] {
  ChannelWorld world({.client = "connection=shared"});
  sync::Atomic<bool> has_come{false};
  world.servant().on_call = [&](std::size_t call) {
    if (call == 1) {
      has_come = true;
      has_come.notify_all();
    } else {
      has_come.wait(false);
    }
  };
  const auto channel = world.bind();
  world.begin(*channel);
  world.call(*channel);
});

const Registered iiop_calls_factory("iiop.calls_factory", "the server has a thread for each request, two at a time",
                                    [] {
                                      ChannelWorld world(
                                          {.client = "connection=shared", .server = "processing=factory,messages=2"});
                                      const auto channel = world.bind();
                                      world.begin(*channel);
                                      world.begin(*channel);
                                      world.call(*channel);
                                    });

const Registered iiop_calls_factory_cut("iiop.calls_factory_cut", "the connection of such a server is cut", [] {
  ChannelWorld world({.client = "connection=shared", .server = "processing=factory,messages=2"});
  world.choose_fault();
  const auto channel = world.bind();
  if (!channel) return;
  world.begin(*channel);
  world.begin(*channel);
  world.call(*channel);
});

const Registered iiop_calls_deferred("iiop.calls_deferred", "replies are sent later, by another thread", [] {
  ChannelWorld world({.client = "connection=shared"});
  world.defer_replies();
  two_threads_call(world);
  check(world.journal().count(Ended::with_result) == 4, "each call has a result");
});

const Registered iiop_calls_deferred_cut("iiop.calls_deferred_cut", "the client of such replies is gone", [] {
  ChannelWorld world({.client = "connection=shared"});
  world.defer_replies();
  world.choose_fault();
  const auto channel = world.bind();
  if (!channel) return;
  world.begin(*channel);
  world.begin(*channel);
  channel->close();
});

const Registered iiop_calls_late("iiop.calls_late", "calls with a deadline while the servant takes as long", [] {
  using namespace std::chrono_literals;
  ChannelWorld world({.client = "connection=shared"});
  world.servant().on_call = [](std::size_t) { sync::sleep_for(10ms); };
  const auto channel = world.bind();
  sync::Thread other([&] { world.call(*channel, Clock::now() + 10ms); });
  world.call(*channel, Clock::now() + 10ms);
  world.call(*channel);
  other.join();
});

}  // namespace
}  // namespace dimma::simulation
