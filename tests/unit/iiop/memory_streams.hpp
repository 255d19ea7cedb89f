#pragma once
// Two ends of one connection within the process, without an ORB's parts around them.

#include "transport/memory/memory.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace dimma::iiop {

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
