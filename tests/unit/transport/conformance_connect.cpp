// Conformance of listeners and of connecting to them.

#include "unit/transport/conformance.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>
#include <thread>

namespace dimma::transport {
namespace {

TEST_P(Conformance, ConnectingWhereNobodyListensIsRefused) {
  const auto listener = listen();
  const Endpoint nobody = listener->endpoint();
  listener->close();
  for (const Deadline deadline : {patience(), no_deadline}) {
    const Connected connected = transport_->connect(nobody, deadline, GetParam().options);
    EXPECT_FALSE(connected.stream);
    EXPECT_EQ(connected.result.status, Status::failed);
    EXPECT_EQ(connected.result.error, ECONNREFUSED);
    EXPECT_NE(connected.detail.find(to_string(nobody)), std::string::npos) << connected.detail;
    EXPECT_NE(connected.detail.find("refused"), std::string::npos) << connected.detail;
  }
}

TEST_P(Conformance, AListenerSaysWhereItListens) {
  const auto one = listen();
  const auto other = listen();
  EXPECT_EQ(one->endpoint().transport, transport_->name());
  EXPECT_NE(one->endpoint(), other->endpoint());
  if (is_local(one->endpoint())) {
    EXPECT_NE(one->endpoint().host, "");
    return;
  }
  EXPECT_EQ(one->endpoint().host, GetParam().anywhere.host);
  EXPECT_NE(one->endpoint().port, 0);
  EXPECT_NE(one->endpoint().port, other->endpoint().port);
}

TEST_P(Conformance, AnAddressIsListenedAtOnce) {
  const auto listener = listen();
  try {
    transport_->listen(listener->endpoint(), GetParam().options);
    ADD_FAILURE() << "listens twice at " << to_string(listener->endpoint());
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code().value(), EADDRINUSE);
    EXPECT_NE(std::string(error.what()).find(to_string(listener->endpoint())), std::string::npos) << error.what();
  }
}

TEST_P(Conformance, ClosingAListenerFreesItsAddress) {
  auto first = listen();
  const Pair open = connect_pair(*first);
  first->close();
  first->close();
  int error = -1;
  EXPECT_FALSE(first->accept(error));
  EXPECT_EQ(error, 0);
  EXPECT_TRUE(becomes_readable(first->handle()));

  const auto second = transport_->listen(first->endpoint(), GetParam().options);
  EXPECT_EQ(second->endpoint(), first->endpoint());
  const Pair pair = connect_pair(*second);
  EXPECT_TRUE(send_all(*open.client, pattern(5)));
  EXPECT_EQ(receive_all(*open.server, 5), pattern(5)) << "an accepted connection outlives its listener";
  first.reset();
  connect_pair(*second);
}

TEST_P(Conformance, AConnectionThatNobodyAcceptedEndsWithItsListener) {
  const auto listener = listen();
  const auto client = connect(*listener);
  listener->close();
  std::byte octet{};
  const Result result = client->receive({&octet, 1}, patience());
  EXPECT_TRUE(result.status == Status::end || result.status == Status::failed) << describe(result);
}

TEST_P(Conformance, AcceptTakesEachWaitingConnectionAndNeverBlocks) {
  constexpr std::size_t count = 50;
  const auto listener = listen();
  int error = -1;
  EXPECT_FALSE(is_readable(listener->handle()));
  EXPECT_FALSE(listener->accept(error));
  EXPECT_EQ(error, 0);

  std::vector<std::unique_ptr<Stream>> clients;
  std::vector<std::unique_ptr<Stream>> servers;
  for (std::size_t i = 0; i < count; ++i) clients.push_back(connect(*listener));
  for (std::size_t i = 0; i < count; ++i) servers.push_back(accept(*listener));
  EXPECT_FALSE(is_readable(listener->handle()));
  EXPECT_FALSE(listener->accept(error));
  EXPECT_EQ(error, 0);
  for (unsigned i = 0; i < count; ++i) {
    ASSERT_TRUE(send_all(*clients[i], pattern(4, i)));
    EXPECT_EQ(receive_all(*servers[i], 4), pattern(4, i));
  }
}

TEST_P(Conformance, SeveralThreadsAcceptEachConnectionOnce) {
  constexpr int connections = 100;
  const auto listener = listen();
  std::atomic<int> accepted{0};
  std::array<std::vector<std::unique_ptr<Stream>>, 4>
      accepted_streams;  // kept open, as a client may notice a stream that ends at once
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < accepted_streams.size(); ++i) {
    threads.emplace_back([&, &streams = accepted_streams[i]] {
      while (accepted < connections && becomes_readable(listener->handle())) {
        int error = 0;
        if (auto stream = listener->accept(error)) {
          streams.push_back(std::move(stream));
          ++accepted;
        }
        EXPECT_EQ(error, 0);
      }
    });
  }
  std::vector<std::unique_ptr<Stream>> clients;
  for (int i = 0; i < connections; ++i) clients.push_back(connect(*listener));
  EXPECT_TRUE(becomes_true([&] { return accepted == connections; }));
  listener->close();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(accepted, connections);
}

TEST_P(Conformance, StreamsOutliveTheirTransport) {
  auto listener = listen();
  const Pair pair = connect_pair(*listener);
  transport_.reset();
  ASSERT_TRUE(send_all(*pair.client, pattern(3)));
  EXPECT_EQ(receive_all(*pair.server, 3), pattern(3));
  listener->close();
}

}  // namespace
}  // namespace dimma::transport
