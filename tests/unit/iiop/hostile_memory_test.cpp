// IIOP through shared memory with peers that write anything into it while calls run.

#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/shm/shm.hpp"
#include "unit/iiop/channel_fixture.hpp"
#include "unit/transport/shm/scribbler.hpp"

#include <poll.h>

namespace dimma::iiop {
namespace {

// Accepts connections like a server, and scribbles over the memory of each one as long as it lasts.
class HostileServer {
 public:
  explicit HostileServer(const std::string& name)
      : listener_({"shm", name, 0}, {}, transport::user_of_peer), thread_([this] { run(); }) {}
  ~HostileServer() {
    stop_ = true;
    thread_.join();
  }
  channel::Tagged profile() const {
    Profile profile;
    profile.object_key.resize(3);
    profile.components = {local_endpoints({listener_.endpoint()})};
    return {tag_internet_iop, encode(profile)};
  }

 private:
  void run() {
    for (unsigned seed = 0; !stop_; ++seed) {
      pollfd waiting{listener_.handle(), POLLIN, 0};
      int error = 0;
      if (::poll(&waiting, 1, 10) <= 0) continue;
      const auto control = listener_.accept(error);
      std::unique_ptr<transport::ShmMemory> memory;
      while (control && !memory) {
        const auto result = transport::receive_memory(control.get(), memory);
        if (!result && result.status != transport::Status::timeout) break;
      }
      if (!memory) continue;
      const transport::Scribbler scribbler(*memory, seed);
      pollfd ended{control.get(), POLLRDHUP, 0};
      while (!stop_ && ::poll(&ended, 1, 5) == 0) continue;
    }
  }

  transport::LocalListener listener_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

TEST(HostileMemory, AClientsCallsRaise) {
  const HostileServer server("");
  transport::ShmTransport shm;
  transport::TcpTransport tcp;
  const auto binder = make_binder({{&shm, &tcp}}, {});
  for (const auto& qos : {shared_qos, dedicated_qos}) {
    int raised = 0;
    for (int round = 0; round < 40; ++round) {
      const auto channel = binder->bind(server.profile(), qos, no_deadline, {});
      for (int call = 0; call < 5; ++call) {
        try {
          echo(*channel, std::string(2000, 'x'), Clock::now() + std::chrono::milliseconds(3));
        } catch (const CORBA::SystemException&) {
          ++raised;
        }
      }
      channel->close();
    }
    EXPECT_EQ(raised, 40 * 5);
  }
  binder->shutdown();
}

TEST(HostileMemory, AServerServesTheOthers) {
  transport::ShmTransport shm;
  transport::TcpTransport tcp;
  for (const auto& qos : {shared_qos, dedicated_qos}) {
    TestAdapter adapter;
    const auto binder = make_binder({{&shm, &tcp}}, {});
    auto server = binder->listen({.at = {{"127.0.0.1"}}}, qos, adapter);
    const auto profile = server->profiles(std::as_bytes(std::span("key", 3))).front();
    const auto honest = binder->bind(profile, dedicated_qos, no_deadline, {});
    const auto endpoint = endpoints_of(decode_profile(profile.data)).front();
    for (unsigned round = 0; round < 30; ++round) {
      const transport::RingSizes sizes{4096, 4096};
      reactor::Descriptor descriptor;
      const auto memory = transport::ShmMemory::make(sizes, descriptor);
      const auto control = transport::connect_local(endpoint, no_deadline, {}, transport::user_of_peer);
      ASSERT_EQ(transport::send_memory(control.socket.get(), sizes, descriptor), 0);
      const transport::Scribbler scribbler(*memory, round);
      for (int call = 0; call < 20; ++call) ASSERT_EQ(echo(*honest, "hello"), "hello");
    }
    honest->close();
    binder->shutdown();
    server.reset();
  }
}

}  // namespace
}  // namespace dimma::iiop
