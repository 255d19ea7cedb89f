// Peers that are killed, and peers that lie: over the local transports, between real processes.

#include "reactor/descriptor.hpp"
#include "transport/local/local_socket.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_memory.hpp"
#include "unit/transport/conformance.hpp"
#include "unit/transport/shm/scribbler.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <thread>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

std::unique_ptr<Transport> make(const std::string& name) {
  if (name == "shm") return std::make_unique<ShmTransport>();
  return std::make_unique<UnixTransport>();
}

// The files except those of message buffers, which other programs may make meanwhile and no stream does.
std::set<std::string> files_in(const char* folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind("dimma-buffer-", 0) != 0) names.insert(entry.path());
  }
  return names;
}

bool is_known(const std::string& name) {
  std::ifstream table("/proc/net/unix");
  for (std::string line; std::getline(table, line);) {
    if (line.ends_with(" " + name)) return true;
  }
  return false;
}

std::unique_ptr<Stream> accept(Listener& listener) {
  int error = 0;
  EXPECT_TRUE(becomes_readable(listener.handle()));
  return listener.accept(error);
}

// Echoes what it receives until it is killed.
[[noreturn]] void echo_at(const std::string& transport, const Endpoint& to, WaitStrategy wait) {
  StreamOptions options;
  options.wait = wait;
  const Connected connected = make(transport)->connect(to, patience(), options);
  std::vector<std::byte> octets(3000);
  while (connected.stream) {
    const Result result = connected.stream->receive(octets, patience());
    if (!result || !send_all(*connected.stream, std::span(octets).first(result.octets), patience())) break;
  }
  std::_Exit(1);
}

struct Way {
  const char* transport;
  WaitStrategy wait;
  const char* name;
};

class PeerDeath : public testing::TestWithParam<Way> {};

// The other end is killed at any moment: this end gets an error, and keeps getting it.
TEST_P(PeerDeath, IsNoticedAtAnyMomentAndLeavesNothing) {
  const auto before = files_in("/dev/shm");
  StreamOptions options;
  options.wait = GetParam().wait;
  auto listener = make(GetParam().transport)->listen({GetParam().transport, "", 0}, options);
  const std::string name = listener->endpoint().host;
  std::mt19937 random(7);
  for (int round = 0; round < 15; ++round) {
    const pid_t child = ::fork();
    if (child == 0) echo_at(GetParam().transport, listener->endpoint(), GetParam().wait);
    const auto stream = accept(*listener);
    ASSERT_TRUE(stream);
    std::thread killer([child, pause = microseconds(random() % 12'000)] {
      std::this_thread::sleep_for(pause);
      ::kill(child, SIGKILL);
    });
    // Some rounds call all the time, the others wait for octets that never come.
    const bool calls = round % 3 != 0;
    auto octets = pattern(2000);
    Result result;
    do {
      if (calls) result = send_all(*stream, octets, patience());
      if (result) result = stream->receive(octets, patience());
    } while (result);
    EXPECT_NE(result.status, Status::timeout) << describe(result);
    killer.join();
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    EXPECT_TRUE(becomes_receivable(*stream));
    EXPECT_NE(stream->receive(octets, Clock::now() - milliseconds(1)).status, Status::timeout);
    EXPECT_FALSE(stream->receive(octets, patience()));
  }
  listener.reset();
  EXPECT_FALSE(is_known(name));
  EXPECT_EQ(files_in("/dev/shm"), before);
}

TEST_P(PeerDeath, EndsASendThatWaitsForRoom) {
  StreamOptions options;
  options.wait = GetParam().wait;
  const auto listener = make(GetParam().transport)->listen({GetParam().transport, "", 0}, options);
  const pid_t child = ::fork();
  if (child == 0) {
    const Connected connected = make(GetParam().transport)->connect(listener->endpoint(), patience(), {});
    for (;;) ::pause();
  }
  const auto stream = accept(*listener);
  ASSERT_TRUE(stream);
  std::thread killer([child] {
    let_others_block();
    ::kill(child, SIGKILL);
  });
  const Result result = send_all(*stream, pattern(4 * 1024 * 1024), patience());
  EXPECT_EQ(result.status, Status::failed) << describe(result);
  killer.join();
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

INSTANTIATE_TEST_SUITE_P(All, PeerDeath,
                         testing::Values(Way{"unix", WaitStrategy::block, "UnixBlock"},
                                         Way{"unix", WaitStrategy::spin, "UnixSpin"},
                                         Way{"shm", WaitStrategy::block, "ShmBlock"},
                                         Way{"shm", WaitStrategy::spin, "ShmSpin"},
                                         Way{"shm", WaitStrategy::adaptive(microseconds(50)), "ShmAdaptive"}),
                         [](const auto& way) { return way.param.name; });

// The only effect allowed is a result: no crash, no hang, nothing read or written outside.
TEST(HostilePeer, ScribblingOverTheSharedMemoryHurtsNobody) {
  for (const WaitStrategy wait : {WaitStrategy::block, WaitStrategy::spin}) {
    StreamOptions options;
    options.wait = wait;
    const auto listener = ShmTransport().listen({"shm", "", 0}, options);
    for (unsigned round = 0; round < 30; ++round) {
      const RingSizes sizes{4096, 1000 + round};
      reactor::Descriptor descriptor;
      const auto memory = ShmMemory::make(sizes, descriptor);
      const LocalConnection control = connect_local(listener->endpoint(), patience(), {}, user_of_peer);
      ASSERT_TRUE(control.socket);
      ASSERT_EQ(send_memory(control.socket.get(), sizes, descriptor), 0);
      const auto stream = accept(*listener);
      ASSERT_TRUE(stream);
      const Scribbler scribbler(*memory, round);
      std::vector<std::byte> octets(5000);
      for (int i = 0; i < 50; ++i) {
        const Result received = stream->receive(octets, Clock::now() + microseconds(200));
        ASSERT_LE(received.octets, octets.size());
        const Result sent = send_all(*stream, octets, Clock::now() + microseconds(200));
        ASSERT_LE(sent.octets, octets.size());
        static_cast<void>(stream->prepare_poll());
        static_cast<void>(stream->octets_wait());
      }
      stream->shutdown();
      EXPECT_EQ(stream->receive(octets, patience()).status, Status::closed);
    }
  }
}

TEST(HostilePeer, CountsThatDoNotFitTheRingEndTheConnection) {
  const auto listener = ShmTransport().listen({"shm", "", 0}, {});
  for (const bool of_sender : {true, false}) {
    const RingSizes sizes{4096, 4096};
    reactor::Descriptor descriptor;
    const auto memory = ShmMemory::make(sizes, descriptor);
    const LocalConnection control = connect_local(listener->endpoint(), patience(), {}, user_of_peer);
    ASSERT_EQ(send_memory(control.socket.get(), sizes, descriptor), 0);
    const auto stream = accept(*listener);
    ASSERT_TRUE(stream);
    std::vector<std::byte> octets(5000);
    if (of_sender) {
      memory->to_listener<RingWriter>().head().written.store(4097);
      EXPECT_EQ(stream->receive(octets, patience()).error, EPROTO);
      memory->to_listener<RingWriter>().head().written.store(5);
      memory->to_listener<RingWriter>().head().restart.store(3);
      const Result result = stream->receive(octets, patience());
      EXPECT_EQ(result.status, Status::failed);
      EXPECT_EQ(result.error, EPROTO);
    } else {
      memory->to_connector<RingReader>().head().read.store(1);
      const Result result = send_all(*stream, octets, patience());
      EXPECT_EQ(result.status, Status::failed);
      EXPECT_EQ(result.error, EPROTO);
    }
  }
}

}  // namespace
}  // namespace dimma::transport
