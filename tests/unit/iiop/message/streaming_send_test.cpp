// Long messages that are sent while they are being written.

#include "unit/iiop/channel_fixture.hpp"

#include <dimma/minor.hpp>

#include <thread>

namespace dimma::iiop {
namespace {

Words some_words(std::size_t count) {
  Words words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = std::string(i % 23, static_cast<char>('a' + i % 26));
  return words;
}

struct Both {
  const char* server;
  const char* client;
  bool as_foreign = false;  // in one message each, as to other ORBs
};

class StreamingSends : public testing::TestWithParam<Both> {
 protected:
  transport::TcpTransport tcp_;
  Ends ends_{tcp_, "127.0.0.1", EngineeringQoS::parse(GetParam().server)};
  std::shared_ptr<channel::ClientChannel> bind(const EngineeringQoS& qos) {
    return GetParam().as_foreign ? ends_.bind_as_foreign(qos) : ends_.bind(qos);
  }
  std::shared_ptr<channel::ClientChannel> channel_ = bind(EngineeringQoS::parse(GetParam().client));
};
INSTANTIATE_TEST_SUITE_P(All, StreamingSends,
                         testing::Values(Both{"", ""}, Both{"processing=nullTask", "processing=nullTask,messages=1"},
                                         Both{"processing=pool(2)", "connection=shared"},
                                         Both{"processing=factory", "demultiplexing=task"},
                                         Both{"messages=1", "messages=2"}, Both{"packets=1", "packets=2"},
                                         Both{"", "", true}, Both{"processing=nullTask", "messages=1", true},
                                         Both{"buffers=pool(8,4M)", "buffers=pool(8,4M)"}));

TEST_P(StreamingSends, IsTheSameAtTheOtherEnd) {
  for (const std::size_t count : {0U, 1U, 1000U, 6000U, 11'000U, 60'000U, 150'000U, 2U, 200'000U}) {
    const Words sent = some_words(count);
    EXPECT_TRUE(words(*channel_, sent) == sent) << count;
  }
  EXPECT_EQ(echo(*channel_, "after"), "after");
}

TEST_P(StreamingSends, GoesAsAWholeBesideOthers) {
  std::vector<std::thread> callers;
  for (std::size_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back([this, sent = some_words(caller % 2 == 0 ? 100'000 : 10)] {
      for (int i = 0; i < 5; ++i) EXPECT_TRUE(words(*channel_, sent) == sent);
    });
  }
  for (auto& caller : callers) caller.join();
}

TEST_P(StreamingSends, OneLongStringIsTheSameToo) {
  const Words sent{"a", std::string(3'000'000, 'b'), "c"};
  EXPECT_TRUE(words(*channel_, sent) == sent);
}

// Either the bad string is found before the first octet is sent, or the request that has begun is cancelled.
TEST_P(StreamingSends, AStringThatNoIdlStringIsCostsNothing) {
  Words sent = some_words(150'000);
  sent.back() = std::string("a\0b", 3);
  try {
    words(*channel_, sent);
    ADD_FAILURE() << "was sent";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_embedded_zero);
    EXPECT_EQ(refused.completed(), CORBA::COMPLETED_NO);
  }
  sent.pop_back();
  EXPECT_TRUE(words(*channel_, sent) == sent);
}

// The client gets no reason if it already has a part of the results; other calls of the connection are not affected.
TEST_P(StreamingSends, AResultThatCannotBeSentCostsItsCallOnly) {
  const Words sent = some_words(150'000);
  try {
    words(*channel_, sent, "spoil");
    ADD_FAILURE() << "was sent";
  } catch (const CORBA::BAD_PARAM& refused) {
    EXPECT_EQ(refused.minor(), minor::bad_param_embedded_zero);
  } catch (const CORBA::MARSHAL& cut_off) {
    EXPECT_FALSE(GetParam().as_foreign);
    EXPECT_EQ(cut_off.minor(), minor::marshal_ends_early);
  }
  EXPECT_TRUE(words(*channel_, sent) == sent);
}

// An argument that its owner changes while it is being sent.
TEST(StreamingSend, ThatHasBecomeAnotherEndsItsConnectionOnly) {
  transport::TcpTransport tcp;
  Ends ends(tcp, "127.0.0.1", {});
  for (const char* qos : {"processing=nullTask,messages=1", "connection=shared"}) {
    const auto channel = ends.bind_as_foreign(EngineeringQoS::parse(qos));
    constexpr static Operation operation{.name = "words", .parted = true};
    std::size_t count = 150'000;
    const auto write = [&](cdr::Encoder& out) { cdr::write(out, some_words(count--)); };
    const auto read = [](cdr::Decoder&) {};
    channel::Request request{operation, write, read};
    try {
      channel->call(request);
      ADD_FAILURE() << "was sent";
    } catch (const CORBA::INTERNAL& changed) {
      EXPECT_EQ(changed.minor(), minor::internal_message_changed);
    }
    EXPECT_EQ(echo(*channel, "again"), "again");
  }
}

}  // namespace
}  // namespace dimma::iiop
