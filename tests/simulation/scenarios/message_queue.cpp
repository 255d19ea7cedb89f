// The queue of a flow's consumer: producers that wait for space insert every message, and each is removed once.

#include "flow/consumer/message_queue.hpp"
#include "simulation/scenario.hpp"

#include <array>

namespace dimma::simulation {
namespace {

using flow::MessageQueue;

// Inserts messages of these sizes; the first octet of each is its size.
void put(MessageQueue& queue, const std::shared_ptr<flow::FlowIdentity>& flow,
         std::initializer_list<std::size_t> sizes) {
  std::uint64_t sequence = 0;
  for (const std::size_t size : sizes) {
    const std::vector<std::byte> octets(size, static_cast<std::byte>(size));
    flow::Message message;
    message.flow = flow;
    message.body = octets;
    message.sequence = ++sequence;
    check(queue.put(message), "an open queue takes messages");
  }
}

const Registered message_queue_wait("message_queue.wait", "two producers wait for room, of different sizes", [] {
  MessageQueue queue(2, 10, MessageQueue::WhenFull::wait, MessageQueue::Keep::all);
  const auto flow = std::make_shared<flow::FlowIdentity>();
  sync::Thread one([&] { put(queue, flow, {9, 3}); });
  sync::Thread other([&] { put(queue, flow, {4, 8}); });
  std::size_t octets = 0;
  for (int taken = 0; taken != 4; ++taken) {
    flow::QueuedMessage message;
    check(queue.take(message), "an open queue gives messages");
    octets += message.size;
  }
  one.join();
  other.join();
  check(octets == 24 && queue.empty(), "each message is taken once");
  queue.close();
});

const Registered message_queue_close("message_queue.close", "it is closed while a producer and a consumer wait", [] {
  MessageQueue queue(1, 10, MessageQueue::WhenFull::wait, MessageQueue::Keep::all);
  const auto flow = std::make_shared<flow::FlowIdentity>();
  sync::Atomic<int> taken{0};
  sync::Thread producer([&] {
    const std::array<std::byte, 4> octets{};
    flow::Message message;
    for (bool is_open = true; is_open; message = {}) {
      message.flow = flow;
      message.body = octets;
      is_open = queue.put(message);
    }
  });
  sync::Thread consumer([&] {
    flow::QueuedMessage message;
    while (queue.take(message)) ++taken;
  });
  while (taken.load() == 0) sync::yield();
  queue.close();
  producer.join();
  consumer.join();
  check(queue.usage().waiting == 0, "a closed queue keeps nothing");
});

}  // namespace
}  // namespace dimma::simulation
