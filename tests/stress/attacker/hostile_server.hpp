#pragma once
// A server that sends invalid replies, over one transport.

#include "octets.hpp"
#include "transport/transport.hpp"

#include <atomic>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace attacker {

class MemoryListener;

class HostileServer {
 public:
  HostileServer(const std::string& transport, std::uint64_t seed);
  ~HostileServer();
  HostileServer(const HostileServer&) = delete;
  HostileServer& operator=(const HostileServer&) = delete;

  // The reference of an object that claims to be a Stress::Target.
  std::string reference() const;
  // The reference of another such object. Over shared memory, the server writes into the memory of its connections.
  std::string other_reference() const;

 private:
  class Conversation;

  void accept_streams();
  void accept_memory();

  const std::string transport_;
  const std::uint64_t seed_;
  std::atomic<bool> stop_{false};
  std::atomic<int> conversations_{0};
  std::unique_ptr<dimma::transport::Listener> listener_;
  std::unique_ptr<MemoryListener> memory_listener_;
  std::vector<std::thread> threads_;
};

}  // namespace attacker
