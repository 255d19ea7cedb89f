// A client that does not read its replies, and a server of one thread that others call meanwhile.

#include "unit/single_threaded/single_threaded_fixture.hpp"

#include "iiop/giop/giop.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/giop/profile_endpoints.hpp"
#include "orb/state/ior.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "transport/tcp/tcp.hpp"

#include <dimma/generated/cdr/codec.hpp>

#include <chrono>

namespace dimma::test {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t request_octets = 100'000;

class UnreadReplies : public AloneTest, public testing::WithParamInterface<const char*> {
 protected:
  UnreadReplies() : AloneTest(GetParam()) {}

  iiop::Profile profile() {
    const auto ior = orb::parse_ior(client_->object_to_string(object_));
    return iiop::decode_profile(ior.profiles.front().data);
  }
  std::unique_ptr<transport::Stream> connect() {
    const auto at = profile();
    if (!at.address.host.empty()) {
      const transport::Endpoint to{"tcp", at.address.host, at.address.port};
      return tcp_.connect(to, Clock::now() + 5s, {.receive_buffer_octets = 16'384}).stream;
    }
    const auto to = iiop::endpoints_of(at).front();
    transport::Transport& local = to.transport == "shm" ? static_cast<transport::Transport&>(shm_) : unix_;
    return local.connect(to, Clock::now() + 5s, {}).stream;
  }
  void serve_for(std::chrono::milliseconds time) {
    for (const auto until = Clock::now() + time; Clock::now() < until;) {
      if (server_->work_pending()) server_->perform_work();
    }
  }
  // Sends as many requests as the server takes, whose replies are longer than they are. Returns true if it took at
  // least one.
  bool send_requests(transport::Stream& to, int count) {
    cdr::Buffer buffer(256, std::size_t{1} << 20);
    cdr::Encoder out(buffer, std::endian::native);
    const auto key = profile().object_key;
    iiop::RequestTemplate(2, {key}).write(out, 1, "join", iiop::Response::with_target);
    const auto body = iiop::begin_body(out, 2);
    cdr::write(out, std::string(request_octets, 'a'));
    cdr::write(out, std::string("b"));
    iiop::end_message(out, body);
    for (int i = 0; i < count; ++i) {
      iovec piece{buffer.data(), out.size()};
      transport::Result result;
      const auto until = Clock::now() + 200ms;
      while (!(result = to.send({&piece, 1}, no_wait)) && Clock::now() < until) serve_for(1ms);
      if (!result) return i > 0;
    }
    return true;
  }
  std::size_t read_all(transport::Stream& from) {
    std::vector<std::byte> into(1 << 16);
    std::size_t octets = 0;
    for (auto last = Clock::now(); Clock::now() - last < 300ms; serve_for(1ms)) {
      const auto result = from.receive(into, no_wait);
      octets += result.octets;
      if (result.octets != 0) last = Clock::now();
    }
    return octets;
  }

  transport::TcpTransport tcp_;
  transport::UnixTransport unix_;
  transport::ShmTransport shm_;
};

TEST_P(UnreadReplies, DoNotStopTheServer) {
  const auto greedy = connect();
  ASSERT_TRUE(greedy);
  ASSERT_TRUE(send_requests(*greedy, 50));
  const auto begun = Clock::now();
  for (int i = 1; i <= 50; ++i) EXPECT_EQ(object_->add(1), i);
  EXPECT_LT(Clock::now() - begun, 5s);
  // The replies that waited come when they are read.
  EXPECT_GT(read_all(*greedy), 2 * request_octets);
  EXPECT_EQ(object_->add(1), 51);
}

TEST_P(UnreadReplies, HoldUpAShutdownNotForLong) {
  const auto greedy = connect();
  ASSERT_TRUE(greedy);
  ASSERT_TRUE(send_requests(*greedy, 50));
  const auto begun = Clock::now();
  server_->shutdown(true);
  EXPECT_LT(Clock::now() - begun, 10s);
}

INSTANTIATE_TEST_SUITE_P(Transports, UnreadReplies,
                         testing::Values("transport=tcp,socket=send(16k)", "transport=unix", "transport=shm"),
                         [](const auto& tested) { return "n" + std::to_string(tested.index); });

}  // namespace
}  // namespace dimma::test
