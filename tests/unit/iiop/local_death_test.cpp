// Servers that are killed while calls run, over each transport: real processes.

#include "iiop/giop/profile.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "unit/iiop/channel_fixture.hpp"

#include <cstdlib>
#include <random>
#include <thread>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::iiop {
namespace {

struct Machine {
  transport::ShmTransport shm;
  transport::UnixTransport local;
  transport::TcpTransport tcp;
  std::unique_ptr<channel::Binder> binder = make_binder({{&shm, &local, &tcp}}, {});
};

// Writes its profile to `says` as soon as it serves, and serves until it is killed.
[[noreturn]] void serve(int says, const EngineeringQoS& qos) {
  Machine machine;
  TestAdapter adapter;
  const auto server = machine.binder->listen({.at = {{"127.0.0.1"}}}, qos, adapter);
  const auto profile = server->profiles(std::as_bytes(std::span("key", 3))).front();
  if (::write(says, profile.data.data(), profile.data.size()) < 0) std::_Exit(1);
  ::close(says);
  for (;;) ::pause();
}

struct ServerProcess {
  explicit ServerProcess(const EngineeringQoS& qos) {
    int ends[2] = {-1, -1};
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
    id = ::fork();
    if (id == 0) serve(ends[1], qos);
    ::close(ends[1]);
    profile.tag = tag_internet_iop;
    std::byte octets[4096];
    for (ssize_t count = 0; (count = ::read(ends[0], octets, sizeof octets)) > 0;) {
      profile.data.insert(profile.data.end(), octets, octets + count);
    }
    ::close(ends[0]);
  }
  ~ServerProcess() {
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
  }

  pid_t id = -1;
  channel::Tagged profile;
};

struct Way {
  const char* name;
  const char* client;
  const char* server;
};

class LocalDeath : public testing::TestWithParam<Way> {};

// COMM_FAILURE if the call may have been executed, TRANSIENT if a new connection is refused; either is raised at once.
TEST_P(LocalDeath, AKilledServerEndsTheCallsInProgress) {
  const auto client_qos = EngineeringQoS::parse(GetParam().client);
  std::mt19937 random(11);
  int lost = 0;
  for (int round = 0; round < 8; ++round) {
    ServerProcess server(EngineeringQoS::parse(GetParam().server));
    Machine machine;
    const auto channel = machine.binder->bind(server.profile, client_qos, no_deadline, {});
    ASSERT_EQ(echo(*channel, "hello"), "hello");
    std::thread killer([&server, pause = std::chrono::microseconds(random() % 9000)] {
      std::this_thread::sleep_for(pause);
      ::kill(server.id, SIGKILL);
    });
    try {
      for (;;) echo(*channel, std::string(3000, 'x'));
    } catch (const CORBA::COMM_FAILURE& failure) {
      EXPECT_EQ(failure.completed(), CORBA::COMPLETED_MAYBE);
      ++lost;
    } catch (const CORBA::TRANSIENT& failure) {
      EXPECT_EQ(failure.completed(), CORBA::COMPLETED_NO);
    }
    killer.join();
    EXPECT_THROW(echo(*channel, "anybody?"), CORBA::SystemException);
    channel->close();
    machine.binder->shutdown();
  }
  EXPECT_GT(lost, 0);
}

INSTANTIATE_TEST_SUITE_P(
    All, LocalDeath,
    testing::Values(
        Way{"Unix", "transport=unix", ""}, Way{"Shm", "transport=shm", ""},
        Way{"ShmFull", "transport=shm,processing=nullTask,messages=1", "processing=nullTask"},
        Way{"ShmSpin", "transport=shm,processing=nullTask,messages=1,wait=spin", "processing=nullTask,wait=spin"},
        Way{"ShmAdaptive", "transport=shm,processing=nullTask,messages=1,wait=adaptive(50)", "wait=adaptive(50)"}),
    [](const auto& course) { return course.param.name; });

}  // namespace
}  // namespace dimma::iiop
