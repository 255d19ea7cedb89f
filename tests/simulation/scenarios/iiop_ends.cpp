// The end of a server's endpoint or of a client beside calls: each call ends once, and everything comes to an end.

#include "simulation/scenario.hpp"
#include "simulation/world/channel_world.hpp"

#include <functional>

namespace dimma::simulation {
namespace {

// Another thread makes `calls` calls over a channel while `end` runs.
void call_beside(ChannelWorld& world, channel::ClientChannel& channel, int calls, const std::function<void()>& end) {
  sync::Thread caller([&] {
    for (int i = 0; i < calls; ++i) world.call(channel);
  });
  end();
  caller.join();
}

const Registered iiop_ends_server("iiop.ends_server", "the server is closed beside calls", [] {
  ChannelWorld world({.client = "connection=shared"});
  const auto channel = world.bind();
  call_beside(world, *channel, 2, [&] { world.close_server(); });
});

const Registered iiop_ends_restart("iiop.ends_restart", "the server is closed beside calls, and listens again", [] {
  ChannelWorld world({.client = "connection=shared"});
  const auto channel = world.bind();
  call_beside(world, *channel, 2, [&] {
    world.close_server();
    world.restart_server();
    world.call(*channel);
  });
});

const Registered iiop_ends_client("iiop.ends_client", "the client is shut down beside calls", [] {
  ChannelWorld world({.client = "connection=shared"});
  const auto channel = world.bind();
  call_beside(world, *channel, 1, [&] { world.client().shutdown(); });
});

const Registered iiop_ends_channel("iiop.ends_channel", "a channel is closed beside calls", [] {
  ChannelWorld world({.client = "connection=shared"});
  const auto channel = world.bind();
  call_beside(world, *channel, 1, [&] { channel->close(); });
});

const Registered iiop_ends_binding("iiop.ends_binding", "a binding is made while the client is shut down", [] {
  ChannelWorld world({});
  std::shared_ptr<channel::ClientChannel> channel;
  sync::Thread binder([&] { channel = world.bind(); });
  world.client().shutdown();
  binder.join();
  if (channel) world.call(*channel);
  check(world.journal().count(Ended::with_result) == 0, "no binding stands after the shutdown");
});

const Registered iiop_ends_report("iiop.ends_report", "the server is described beside connections that come and go",
                                  [] {
                                    ChannelWorld world({.client = "connection=dedicated"});
                                    sync::Thread caller([&] {
                                      const auto channel = world.bind();
                                      world.call(*channel);
                                      channel->close();
                                    });
                                    for (int i = 0; i < 3; ++i) {
                                      check(!world.server().describe().empty(), "there are facts");
                                    }
                                    caller.join();
                                  });

const Registered iiop_ends_begun("iiop.ends_begun", "asynchronous calls are ended while they are being begun", [] {
  ChannelWorld world({.client = "connection=shared"});
  if (choose(2) == 1) world.begin_without_waiting();
  const auto channel = world.bind();
  sync::Thread caller([&] {
    world.begin(*channel);
    world.begin(*channel);
  });
  world.client().end_asynchronous_calls();
  caller.join();
  check(world.journal().count(Ended::not_yet) == 0, "each call has ended");
});

// Begins calls on two threads over a channel that only the calls keep.
void begin_with_last_use(const char* qos) {
  ChannelWorld world({.client = qos});
  world.begin_without_waiting();
  auto channel = world.bind();
  sync::Thread caller([&world, channel]() mutable { world.begin_keeping(std::move(channel)); });
  world.begin_keeping(channel);
  world.begin_keeping(std::move(channel));
  caller.join();
  world.journal().await_ends();
}

const Registered iiop_ends_last_use("iiop.ends_last_use",
                                    "calls that wait for a message slot, over a channel that ends",
                                    [] { begin_with_last_use("connection=shared,messages=1"); });

const Registered iiop_ends_last_buffer("iiop.ends_last_buffer",
                                       "calls that wait for a buffer, over a channel that ends",
                                       [] { begin_with_last_use("connection=shared,buffers=pool(1,1024)"); });

const Registered iiop_ends_turn("iiop.ends_turn", "calls that wait for one that fails when it is begun", [] {
  ChannelWorld world({.client = "connection=shared,messages=1"});
  world.begin_without_waiting();
  const auto channel = world.bind();
  sync::Thread first([&] { world.begin(*channel); });
  sync::Thread second([&] { world.begin(*channel); });
  world.close_server();
  first.join();
  second.join();
  world.journal().await_ends();
});

const Registered iiop_ends_begun_cut("iiop.ends_begun_cut", "asynchronous calls whose connection is cut", [] {
  ChannelWorld world({.client = "connection=shared"});
  world.choose_fault();
  const auto channel = world.bind();
  if (!channel) return;
  world.begin(*channel);
  world.call(*channel);
  world.begin(*channel);
});

}  // namespace
}  // namespace dimma::simulation
