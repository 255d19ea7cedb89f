// Clients that close their sending side after their last request, and then read the replies.

#include "unit/iiop/raw_requester.hpp"

#include <atomic>
#include <chrono>
#include <set>
#include <string>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

class HalfClosed : public testing::TestWithParam<ServerSubject> {
 protected:
  void serve() {
    ends_ = std::make_unique<Ends>(transport_called(GetParam().transport),
                                   std::string_view(GetParam().transport) == "tcp" ? "127.0.0.1" : "",
                                   EngineeringQoS::parse(GetParam().qos));
  }
  RawRequester connect() { return RawRequester(*ends_, GetParam().transport); }
  // The ids of all replies until the end of the connection.
  static std::multiset<std::uint32_t> replies_to(RawRequester& client) {
    std::multiset<std::uint32_t> ids;
    while (const auto id = client.read_reply()) ids.insert(id);
    return ids;
  }
  static std::multiset<std::uint32_t> ids_up_to(std::uint32_t last) {
    std::multiset<std::uint32_t> ids;
    for (std::uint32_t id = 1; id <= last; ++id) ids.insert(id);
    return ids;
  }
  // Returns true once the server has released the connection, which it does some time after it has sent the last reply.
  bool has_no_connection() const {
    for (const auto until = Clock::now() + 10s; Clock::now() < until;) {
      if (connections_of(*ends_).starts_with("0 ")) return true;
      std::this_thread::sleep_for(1ms);
    }
    return false;
  }

  std::atomic<int> served_{0};  // outlives the upcalls, which may outlast their connection
  std::unique_ptr<Ends> ends_;
};

INSTANTIATE_TEST_SUITE_P(Servers, HalfClosed,
                         testing::Values(ServerSubject{"tcp", ""}, ServerSubject{"tcp", "processing=pool(2)"},
                                         ServerSubject{"tcp", "processing=factory"},
                                         ServerSubject{"tcp", "processing=nullTask,messages=1"},
                                         ServerSubject{"unix", ""}),
                         subject_name);

TEST_P(HalfClosed, GetTheRepliesToAllThatTheyHaveSent) {
  serve();
  constexpr std::uint32_t requests = 64;
  for (int round = 0; round < 20; ++round) {
    auto client = connect();
    client.begin_together();
    for (std::uint32_t i = 0; i < requests; ++i) client.echo("text");
    ASSERT_TRUE(client.send_together());
    client.stream().end_sending();
    EXPECT_EQ(replies_to(client), ids_up_to(requests)) << round;
  }
  EXPECT_TRUE(has_no_connection());
}

// The upcalls last until another thread, if one reads the connection meanwhile, has found its end.
TEST_P(HalfClosed, GetTheRepliesOfRequestsThatAreInProgressAtTheEnd) {
  serve();
  ends_->adapter.on_echo = [](const std::string&) { std::this_thread::sleep_for(40ms); };
  auto client = connect();
  constexpr std::uint32_t requests = 6;
  for (std::uint32_t i = 0; i < requests; ++i) ASSERT_TRUE(client.echo("slow"));
  client.stream().end_sending();
  EXPECT_EQ(replies_to(client), ids_up_to(requests));
  EXPECT_TRUE(has_no_connection());
}

TEST_P(HalfClosed, GetRepliesThatTheyReadLate) {
  serve();
  auto client = connect();
  constexpr std::uint32_t requests = 8;
  ASSERT_TRUE(client.grow_often(mebibyte, requests));
  client.stream().end_sending();
  std::this_thread::sleep_for(50ms);
  EXPECT_EQ(replies_to(client), ids_up_to(requests));
  EXPECT_TRUE(has_no_connection());
}

// To the server, a client that has closed both directions looks like one that has closed its sending side only.
TEST_P(HalfClosed, ClientsThatHaveGoneAltogetherAreForgotten) {
  serve();
  ends_->adapter.on_echo = [this](const std::string&) {
    std::this_thread::sleep_for(20ms);
    ++served_;
  };
  {
    auto client = connect();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(client.echo("slow"));
  }
  EXPECT_TRUE(has_no_connection());
  EXPECT_LE(served_, 3);
}

TEST_P(HalfClosed, AServerThatIsClosedMeanwhileAnswersThem) {
  serve();
  std::atomic<bool> has_begun{false};
  ends_->adapter.on_echo = [&](const std::string&) {
    has_begun = true;
    std::this_thread::sleep_for(60ms);
  };
  auto client = connect();
  ASSERT_TRUE(client.echo("slow"));
  client.stream().end_sending();
  while (!has_begun) std::this_thread::sleep_for(1ms);
  std::thread closing([&] { ends_->server.reset(); });
  EXPECT_EQ(client.read_reply(), 1U);
  closing.join();
}

}  // namespace
}  // namespace dimma::iiop
