// memory=sealed over real transports: warm calls of each kind take nothing from the heap, and one that does is
// reported.

#include "sealed_skel.hpp"
#include "unit/common/expect_raises.hpp"

#include <dimma/binding.hpp>
#include <dimma/minor.hpp>
#include <dimma/sealed.hpp>

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace dimma::test {
namespace {

constexpr int many = 500;

void take_from_heap(std::size_t octets) {
  void* const volatile memory = std::malloc(octets);  // volatile, so that no compiler leaves it out
  std::free(memory);
}

std::atomic<std::int32_t> stalling{0};
std::atomic<std::int32_t> let_go{0};

class RobotServant final : public CORBA::servant_traits<Sealed::Robot>::base_type {
 public:
  void ping() override {}
  Sealed::Pose move(const Sealed::Pose& to) override {
    if (to.frame() < 0) throw Sealed::Refused(to.frame(), to);
    return to;
  }
  void note(std::int32_t value) override { speed_ = value; }
  std::int32_t speed() override { return speed_; }
  void speed(std::int32_t value) override { speed_ = value; }
  std::string name() override { return "a robot whose name has no place in a short string"; }
  std::int32_t take(std::int32_t octets) override {
    take_from_heap(static_cast<std::size_t>(octets));
    return octets;
  }
  std::int32_t take_unsealed(std::int32_t octets) override {
    const dimma::unsealed within;
    return take(octets);
  }
  void fail() override { throw CORBA::BAD_OPERATION(7, CORBA::COMPLETED_NO); }
  void stall(std::int32_t round) override {
    stalling.store(round);
    while (let_go.load() < round) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  std::int32_t speed_ = 0;
};

class SealedCalls : public testing::Test {
 protected:
  SealedCalls() {
    int argc = 0;
    server_ = CORBA::ORB_init(argc, nullptr, "sealed server");
    client_ = CORBA::ORB_init(argc, nullptr, "sealed client");
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
  }
  ~SealedCalls() override {
    client_->destroy();
    server_->destroy();
  }

  // The client's reference to a robot with an endpoint of its own.
  CORBA::object_reference<Sealed::Robot> robot(const std::string& qos) {
    poa_ = create_poa(root_, "robots " + std::to_string(++poas_), EngineeringQoS::parse(qos));
    const auto object = poa_->id_to_reference(poa_->activate_object(CORBA::make_reference<RobotServant>()));
    return IDL::traits<Sealed::Robot>::narrow(client_->string_to_object(server_->object_to_string(object)));
  }
  static Binding<Sealed::Robot> bound(const CORBA::object_reference<Sealed::Robot>& robot, const std::string& qos) {
    return dimma::bind(robot, EngineeringQoS::parse(qos));
  }
  // The text of describe() about the field.
  static std::string memory(const Description& description) {
    for (const auto& line : description.lines()) {
      if (line.name == "memory") return line.usage;
    }
    return {};
  }

  // The endpoint of the client's channel.
  static boost::asio::ip::tcp::endpoint server_of(const Description& channel) {
    std::ostringstream out;
    out << channel;
    const std::string text = out.str();
    const std::string before = "endpoint: tcp:";
    const auto host = text.find(before) + before.size();
    const auto colon = text.find(':', host);
    return {boost::asio::ip::make_address(text.substr(host, colon - host)),
            static_cast<std::uint16_t>(std::stoul(text.substr(colon + 1)))};
  }
  // Waits until the server has closed the connection too.
  static void send_and_close(const boost::asio::ip::tcp::endpoint& server, std::string_view octets) {
    boost::asio::io_context context;
    boost::asio::ip::tcp::socket socket(context);
    socket.connect(server);
    boost::asio::write(socket, boost::asio::buffer(octets));
    socket.shutdown(boost::asio::ip::tcp::socket::shutdown_send);
    std::array<char, 64> answer{};
    boost::system::error_code end;
    while (socket.read_some(boost::asio::buffer(answer), end) != 0) {
    }
  }

  // Makes calls of each kind. One would raise an exception if either end took anything from the heap.
  static void call_in_every_way(Binding<Sealed::Robot>& robot) {
    robot->ping();
    for (int i = 0; i < many; ++i) {
      const dimma::sealed here;
      robot->ping();
      const Sealed::Pose pose(1, 2, 3, i);
      ASSERT_EQ(robot->move(pose).frame(), i);
      robot->note(i);
      robot->speed(i);
      ASSERT_EQ(robot->speed(), i);
      try {
        robot->move(Sealed::Pose(1, 2, 3, -1));
        FAIL();
      } catch (const Sealed::Refused& refused) {
        ASSERT_EQ(refused.code(), -1);
      }
      try {
        robot->fail();
        FAIL();
      } catch (const CORBA::BAD_OPERATION& failure) {
        ASSERT_EQ(failure.minor(), 7U);
      }
      ASSERT_EQ(robot->take_unsealed(100), 100);
      here.require_nothing("the caller");
    }
  }

  CORBA::object_reference<CORBA::ORB> server_;
  CORBA::object_reference<CORBA::ORB> client_;
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::object_reference<PortableServer::POA> poa_;
  int poas_ = 0;
};

TEST_F(SealedCalls, ADedicatedChannelAllocatesNothing) {
  for (const std::string transport : {"tcp", "unix", "shm"}) {
    SCOPED_TRACE(transport);
    const std::string qos = "transport=" + transport + ",processing=nullTask,messages=1,memory=sealed";
    auto binding = bound(robot(qos), qos);
    call_in_every_way(binding);
    EXPECT_TRUE(memory(binding.describe()).starts_with("none took anything")) << binding.describe();
    EXPECT_TRUE(memory(describe(poa_)).starts_with("none took anything")) << describe(poa_);
  }
}

TEST_F(SealedCalls, ASharedChannelAllocatesNothing) {
  for (const std::string transport : {"tcp", "unix", "shm"}) {
    SCOPED_TRACE(transport);
    const std::string qos = "transport=" + transport + ",memory=sealed";
    auto binding = bound(robot(qos), qos);
    call_in_every_way(binding);
    EXPECT_TRUE(memory(binding.describe()).starts_with("none took anything")) << binding.describe();
    EXPECT_TRUE(memory(describe(poa_)).starts_with("none took anything")) << describe(poa_);
  }
}

// The first requests of both connections were served with the same buffers, so there are none for the second of two
// calls.
TEST_F(SealedCalls, MayMakeRoomForMoreAtOnceThanEverBefore) {
  for (const std::string processing : {"shared", "pool(2)", "nullTask"}) {
    SCOPED_TRACE(processing);
    const auto to = robot("transport=tcp,processing=" + processing + ",memory=sealed");
    auto slow = bound(to, "transport=tcp,processing=nullTask,messages=1");
    auto quick = bound(to, "transport=tcp,processing=nullTask,messages=1");
    slow->ping();
    quick->ping();
    const std::int32_t round = let_go.load() + 1;
    std::thread stalls([&] { slow->stall(round); });
    while (stalling.load() != round) std::this_thread::yield();
    for (int i = 0; i < many; ++i) {
      quick->ping();
      EXPECT_EQ(quick->take_unsealed(100), 100);
    }
    let_go.store(round);
    stalls.join();
    EXPECT_TRUE(memory(describe(poa_)).starts_with("none took anything")) << describe(poa_);
  }
}

// A thread allocates for a message that is not a request in the end: the first request that it serves may still
// allocate.
TEST_F(SealedCalls, MayMakeRoomWhereAConnectionEndedWithinAMessage) {
  const auto to = robot("transport=tcp,processing=shared,memory=sealed");
  const std::string own = "transport=tcp,processing=nullTask,messages=1";
  Binding<Sealed::Robot> bindings[] = {bound(to, own), bound(to, own), bound(to, own)};
  for (auto& binding : bindings) binding->ping();
  const auto server = server_of(bindings[2].describe());
  // Two upcalls use all buffers that there have been.
  std::vector<std::thread> stalls;
  std::int32_t round = let_go.load();
  for (auto& binding : std::span(bindings).first(2)) {
    ++round;
    stalls.emplace_back([&binding, round] { binding->stall(round); });
    while (stalling.load() != round) std::this_thread::yield();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // no thread waits for the third connection any longer
  send_and_close(server, "GIOP");
  for (int i = 0; i < many; ++i) EXPECT_NO_THROW(bindings[2]->ping());
  let_go.store(round);
  for (auto& stall : stalls) stall.join();
  EXPECT_TRUE(memory(describe(poa_)).starts_with("none took anything")) << describe(poa_);
}

TEST_F(SealedCalls, RaiseAtTheClientThatAllocates) {
  auto binding = bound(robot(""), "memory=sealed");
  binding->ping();
  try {
    binding->name();
    FAIL();
  } catch (const CORBA::NO_MEMORY& exception) {
    EXPECT_EQ(exception.minor(), minor::no_memory_sealed);
    EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
    EXPECT_NE(exception._detail().find("a call of name is sealed, but made 1 heap allocation of "), std::string::npos)
        << exception._detail();
  }
  EXPECT_TRUE(memory(binding.describe()).starts_with("1 took 1 heap allocation")) << binding.describe();
  binding->ping();
}

TEST_F(SealedCalls, AreCountedAtTheClient) {
  auto binding = bound(robot(""), "memory=sealed(count)");
  binding->ping();
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(binding->name().empty());
  EXPECT_TRUE(memory(binding.describe()).starts_with("3 took 3 heap allocations")) << binding.describe();
}

// One thread only, since the first request of another thread might still allocate.
TEST_F(SealedCalls, RaiseWhereTheServantAllocates) {
  for (const std::string processing : {"nullTask", "pool(1)"}) {
    SCOPED_TRACE(processing);
    auto binding = bound(robot("transport=tcp,processing=" + processing + ",memory=sealed"),
                         "transport=tcp,processing=nullTask,messages=1");
    binding->ping();
    EXPECT_EQ(binding->take_unsealed(12345), 12345);
    try {
      binding->take(12345);
      FAIL();
    } catch (const CORBA::NO_MEMORY& exception) {
      EXPECT_EQ(exception.minor(), minor::no_memory_sealed);
      EXPECT_EQ(exception.completed(), CORBA::COMPLETED_YES);
      EXPECT_NE(
          exception._detail().find("a request for take is sealed, but made 1 heap allocation of 12345 octets, in "),
          std::string::npos)
          << exception._detail();
    }
    binding->ping();
    EXPECT_TRUE(memory(describe(poa_)).starts_with("1 took 1 heap allocation of 12345 octets")) << describe(poa_);
  }
}

TEST_F(SealedCalls, AreCountedWhereTheServantAllocates) {
  auto binding = bound(robot("processing=pool(1),memory=sealed(count)"), "");
  binding->ping();
  EXPECT_EQ(binding->take(12345), 12345);
  EXPECT_EQ(binding->take(12345), 12345);
  binding->ping();
  EXPECT_TRUE(memory(describe(poa_)).starts_with("2 took 2 heap allocations of 24690 octets")) << describe(poa_);
}

// A late reply is dropped when it comes.
TEST_F(SealedCalls, ThatTimeOutTakeNothing) {
  std::int32_t round = let_go;
  for (const std::string processing : {"processing=nullTask,messages=1", "processing=shared"}) {
    SCOPED_TRACE(processing);
    const auto object = robot("");
    auto binding = bound(object, processing + ",deadline=1ms,memory=sealed");
    const auto time_out = [&] {
      bool is_late = false;
      try {
        binding->stall(++round);
      } catch (const CORBA::TIMEOUT&) {
        is_late = true;
      }
      let_go = round;
      return is_late;
    };
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(time_out());
    for (int i = 0; i < 50; ++i) {
      const dimma::sealed here;
      ASSERT_TRUE(time_out());
      here.require_nothing("the caller");
    }
    EXPECT_TRUE(memory(binding.describe()).starts_with("none took anything")) << binding.describe();
  }
}

TEST_F(SealedCalls, AreNotAsynchronous) {
  EXPECT_THROW(EngineeringQoS::parse("memory=sealed,processing=factory"), QoSError);
  EXPECT_THROW(EngineeringQoS::parse("memory=sealed,processing=pool(2)").validate(End::client), QoSError);
  EXPECT_NO_THROW(EngineeringQoS::parse("memory=sealed,processing=pool(2)").validate(End::server));
}

}  // namespace
}  // namespace dimma::test
