// Bidirectional connections that end at any moment: calls over them end too, and others are not affected.

#include "unit/orb/bidirectional/bidirectional_fixture.hpp"
#include "unit/orb/bidirectional/raw_peer.hpp"

#include <atomic>
#include <cstdlib>
#include <random>
#include <thread>

namespace callbacks {
namespace {

class BidirectionalFaults : public testing::Test {
 protected:
  BidirectionalFaults() {
    observer_ = make_listener(Way::both);
    at_ = hub_at(observer_, hub_);
    at_->keep("observer", observer_.object);
  }
  ~BidirectionalFaults() override { at_ = {}; }
  bool others_are_served() { return at_->call_kept("observer", 1) == 2 && at_->call(observer_.object, 2) == 3; }

  const HubEnd hub_ = make_hub(Way::both, "transport=tcp");
  ListenerEnd observer_;
  HubRef at_;
};

Message reply_of(std::uint32_t id) {
  dimma::cdr::Buffer buffer(64);
  dimma::cdr::Encoder out(buffer);
  const auto body = dimma::iiop::begin_reply(out, 2, id, dimma::iiop::ReplyStatus::no_exception);
  out.put(std::int32_t{5});
  dimma::iiop::end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

// The client that is called sends `cut` octets of its reply, and closes the connection.
TEST_F(BidirectionalFaults, TheEndAfterAnyOctetOfAReply) {
  const auto hub = profile_of(*hub_.object);
  const auto listener = profile_of(*observer_.object).address;
  const std::size_t octets = reply_of(1).size();
  for (std::size_t cut = 0; cut < octets; ++cut) {
    SCOPED_TRACE(cut);
    RawPeer raw(hub.address);
    raw.send(request(hub.object_key, {.id = 0, .operation = "keep", .listen_points = {listener}},
                     [&](dimma::cdr::Encoder& out) {
                       out.put_string("raw");
                       dimma::cdr::write_object(out, observer_.object);
                     }));
    ASSERT_FALSE(raw.receive().empty());
    std::thread caller([&] {
      try {
        at_->call_kept("raw", 1);
        ADD_FAILURE() << "answered";
      } catch (const Callbacks::Lost& lost) {
        EXPECT_NE(lost.why().find("COMM_FAILURE"), std::string::npos) << lost.why();
      }
    });
    auto reply = reply_of(raw.id_of(raw.receive()));
    reply.resize(cut);
    raw.send(reply);
    raw.close();
    caller.join();
  }
  EXPECT_TRUE(others_are_served());
}

// A listener's ORB ends while calls begin, are served and are answered.
class BidirectionalRaces : public BidirectionalFaults, public testing::WithParamInterface<unsigned> {};

TEST_P(BidirectionalRaces, TheEndWhileCallsBegin) {
  const char* const chosen = std::getenv("DIMMA_TEST_SEED");
  const unsigned seed = chosen != nullptr ? static_cast<unsigned>(std::strtoul(chosen, nullptr, 10)) : GetParam();
  SCOPED_TRACE("DIMMA_TEST_SEED=" + std::to_string(seed));
  std::mt19937 random(seed);
  auto listener = make_listener(Way::both);
  auto at = hub_at(listener, hub_);
  at->keep("ending", listener.object);
  std::atomic<bool> has_ended{false};
  std::atomic<int> served{0};
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&] {
      while (!has_ended.load()) {
        try {
          if (at_->call_kept("ending", 1) == 2) served.fetch_add(1);
        } catch (const Callbacks::Lost& lost) {
          EXPECT_NE(lost.minor_code(), 0U) << lost.why();
        }
      }
    });
  }
  const int before = static_cast<int>(random() % 60);
  while (served.load() < before) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(random() % 500));
  if (random() % 2 == 0) at = {};
  listener.end();
  has_ended.store(true);
  for (auto& caller : callers) caller.join();
  at = {};
  EXPECT_TRUE(others_are_served());
}
INSTANTIATE_TEST_SUITE_P(Seeds, BidirectionalRaces, testing::Range(1U, 13U));

// A server keeps the connection of a client that it may have to call, however long the connection is idle.
TEST(BidirectionalIdle, AConnectionIsKeptAsLongAsItsReferencesAre) {
  const auto hub = make_hub(Way::both, "transport=tcp", {"--dimma-idle", "100ms"});
  const auto listener = make_listener(Way::both);
  const auto at = hub_at(listener, hub);
  const auto observer = make_listener(Way::normal);
  const auto seen = hub_at(observer, hub, Way::normal);
  at->keep("a", listener.object);
  // Two sweeps close a connection that has received nothing and whose references are not kept.
  for (int i = 0; i < 4; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(150));
    EXPECT_EQ(seen->call_kept("a", i), i + 1);
  }
}

}  // namespace
}  // namespace callbacks
