#pragma once
// For tests of a server's objects by themselves: two ends of one connection within the process, without an ORB's parts
// around them, and settings as a binder completes them.

#include "iiop/resources/options.hpp"
#include "transport/memory/memory.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace dimma::iiop {

inline Settings settings_with_memory() {
  Settings settings;
  settings.memory = make_memory_budget(settings);
  return settings;
}

struct MemoryStreams {
  MemoryStreams() {
    transport::MemoryTransport transport(network);
    const auto listener = transport.listen({"memory", "here", 0}, {});
    auto connected = transport.connect(listener->endpoint(), no_deadline, {});
    EXPECT_TRUE(connected.stream) << connected.detail;
    client = std::move(connected.stream);
    int error = 0;
    server = listener->accept(error);
    EXPECT_TRUE(server) << error;
  }

  transport::MemoryNetwork network;
  std::unique_ptr<transport::Stream> client;
  std::unique_ptr<transport::Stream> server;
};

}  // namespace dimma::iiop
