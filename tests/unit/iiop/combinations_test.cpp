// Every client QoS with every server QoS: a call, an exception, a oneway, a long message, and a callback three levels
// deep between two servers. A combination that cannot carry the callback raises an exception; none hangs.

#include "unit/iiop/channel_fixture.hpp"

#include <atomic>
#include <thread>
#include <tuple>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

constexpr const char* clients[] = {
    "",
    "connection=dedicated",
    "demultiplexing=task",
    "connection=dedicated,demultiplexing=task",
    "processing=nullTask,messages=1",
    "processing=pool(1)",
    "processing=pool(4)",
    "processing=pool(4),connection=dedicated,demultiplexing=task,messages=2",
    "processing=factory",
    "processing=factory,messages=4,exhausted=raise",
    "messages=1",
    "messages=4",
    "messages=1,exhausted=raise",
    "read-ahead=off,deadline=20s",
    "buffers=pool(1,64k)",
    "buffers=pool(2,64k),processing=pool(3),demultiplexing=task,packets=1",
    "processing=nullTask,messages=1,buffers=pool(1,64k)",
};
constexpr const char* servers[] = {
    "",
    "processing=nullTask",
    "processing=nullTask,messages=1,read-ahead=off",
    "processing=pool(1)",
    "processing=pool(4),messages=2",
    "processing=pool(2),messages=1,exhausted=raise",
    "processing=factory",
    "processing=factory,messages=1",
    "messages=1",
};

// Returns true if a call through the binding can be made within another one through it.
bool has_room_for_a_second_call(const EngineeringQoS& qos) {
  const bool has_buffers = !qos.buffers.is_pool() || qos.buffers.count() > 1;
  return has_buffers && qos.message_concurrency.value() > 1 &&
         qos.processing_concurrency != ProcessingConcurrency::pool(1);
}

class Combinations : public testing::TestWithParam<std::tuple<const char*, bool>> {
 protected:
  transport::Transport& transport() {
    if (std::get<bool>(GetParam())) return tcp_;
    return memory_;
  }
  std::unique_ptr<Ends> serve() {
    const auto host = std::get<bool>(GetParam()) ? "127.0.0.1" : "here";
    return std::make_unique<Ends>(transport(), host, EngineeringQoS::parse(std::get<const char*>(GetParam())),
                                  Settings{.fragment_octets = 10'000, .nested_wait = 10ms});
  }

 private:
  transport::TcpTransport tcp_;
  transport::MemoryNetwork network_;
  transport::MemoryTransport memory_{network_, "tcp"};
};

void call_in_every_way(Ends& ends, channel::ClientChannel& channel) {
  EXPECT_EQ(echo(channel, "hello"), "hello");
  EXPECT_THROW(fail(channel, "fail_user"), TestFailure);
  EXPECT_THROW(fail(channel, "fail_system"), CORBA::NO_PERMISSION);
  std::atomic<bool> noted{false};
  ends.adapter.on_note = [&](const std::string&) { noted = true; };
  note(channel, "oneway");
  EXPECT_EQ(echo(channel, "behind it"), "behind it");
  while (!noted) std::this_thread::yield();
  const std::vector<std::uint8_t> octets(50'000, 7);
  EXPECT_EQ(bulk(channel, octets), octets);
}

// A client calls `one`, which calls `other`, which calls `one`, which calls `other`.
void call_back(Ends& one, Ends& other, const EngineeringQoS& qos) {
  const auto to_one = one.bind(qos);
  const auto to_other = other.bind(qos);
  const auto passes_on_to = [](channel::ClientChannel& next) {
    return [&next](const std::string& text) {
      if (text.size() < 3) echo(next, text + '.');
    };
  };
  std::atomic<int> reached{0};
  one.adapter.on_echo = passes_on_to(*to_other);
  other.adapter.on_echo = [&, pass_on = passes_on_to(*to_one)](const std::string& text) {
    if (text.size() == 3) ++reached;
    pass_on(text);
  };
  if (has_room_for_a_second_call(qos)) {
    EXPECT_EQ(echo(*to_one, ""), "");
    EXPECT_EQ(reached, 1);
  } else {
    EXPECT_THROW(echo(*to_one, ""), CORBA::NO_RESOURCES);
  }
  EXPECT_EQ(echo(*to_other, "..."), "...");
}

TEST_P(Combinations, WorkWithEveryClient) {
  const auto one = serve();
  const auto other = serve();
  for (const char* text : clients) {
    SCOPED_TRACE(text);
    const auto qos = EngineeringQoS::parse(text);
    one->adapter.on_echo = other->adapter.on_echo = [](const std::string&) {};
    call_in_every_way(*one, *one->bind(qos));
    call_back(*one, *other, qos);
  }
}

std::string server_name(const testing::TestParamInfo<std::tuple<const char*, bool>>& with) {
  std::string name = std::get<bool>(with.param) ? "Tcp" : "Memory";
  for (const char* at = std::get<const char*>(with.param); *at != 0; ++at) {
    if (std::isalnum(static_cast<unsigned char>(*at)) != 0) name += *at;
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Combinations, testing::Combine(testing::ValuesIn(servers), testing::Bool()), server_name);

}  // namespace
}  // namespace dimma::iiop
