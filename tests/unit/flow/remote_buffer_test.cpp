// Message buffers that are offered to others as objects: over TCP, and written to as a flow.

#include "buffer_value.hpp"

#include <dimma/exception.hpp>
#include <dimma/poa.hpp>
#include <dimma/remote_buffer.hpp>

#include <gtest/gtest.h>

#include <thread>

#include <unistd.h>

namespace dimma {
namespace {

using namespace std::chrono_literals;

constexpr auto patience = 30s;

Sample sample(std::uint64_t number) {
  return Sample(number, std::vector<std::uint64_t>(20, number), std::to_string(number));
}

class RemoteBuffer : public testing::Test {
 protected:
  ~RemoteBuffer() override {
    client_->destroy();
    server_->destroy();
    remove_buffer(name_);
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& name) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    return CORBA::ORB_init(arguments, name);
  }
  // The reference to the offered buffer, made by the client's ORB.
  CORBA::object_reference<CORBA::Object> offered(const BufferLayout& layout = {}, const std::string& qos = "") {
    const auto root = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto poa = qos.empty() ? root : create_poa(root, "buffers", EngineeringQoS::parse(qos));
    const auto object = poa->servant_to_reference(CORBA::make_reference<BufferServant<Sample>>(name_, layout));
    return client_->string_to_object(server_->object_to_string(object));
  }

  const std::string name_ = "remote-test-" + std::to_string(::getpid());
  CORBA::object_reference<CORBA::ORB> server_ = make_orb("buffer server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("buffer client");
};

class RemoteBufferOver : public RemoteBuffer, public testing::WithParamInterface<const char*> {};

TEST_P(RemoteBufferOver, LatestIsWrittenAndReadFromElsewhere) {
  const auto object = offered();
  const auto qos = EngineeringQoS::parse(GetParam());
  RemoteBufferWriter<Sample> writer(object, qos);
  RemoteBufferReader<Sample> reader(object, qos);
  BufferReader<Sample> here(name_);
  Sample value;
  EXPECT_FALSE(reader.poll());
  EXPECT_FALSE(reader.read(value));
  EXPECT_FALSE(reader.peek(value));
  for (std::uint64_t i = 1; i <= 20; ++i) EXPECT_EQ(writer.write_confirmed(sample(i)), i);
  EXPECT_TRUE(reader.poll());
  EXPECT_TRUE(reader.peek(value));
  EXPECT_TRUE(reader.poll());
  EXPECT_TRUE(reader.read(value));
  EXPECT_EQ(value.number(), 20U);
  EXPECT_EQ(value.copies(), sample(20).copies());
  EXPECT_FALSE(reader.poll());
  EXPECT_FALSE(reader.read(value, 1ms));
  EXPECT_TRUE(reader.peek(value));
  EXPECT_TRUE(here.read(value));
  EXPECT_EQ(value.number(), 20U);
  writer.write(sample(21));  // without confirmation
  EXPECT_TRUE(reader.read(value, patience));
  EXPECT_EQ(value.number(), 21U);
}

TEST_P(RemoteBufferOver, AQueueIsReadInOrder) {
  const auto object = offered({.history = History::queue(8)});
  const auto qos = EngineeringQoS::parse(GetParam());
  RemoteBufferWriter<Sample> writer(object, qos);
  RemoteBufferReader<Sample> reader(object, qos);
  Sample value;
  for (std::uint64_t i = 1; i <= 5; ++i) writer.write_confirmed(sample(i));
  for (std::uint64_t i = 1; i <= 5; ++i) {
    ASSERT_TRUE(reader.read(value));
    EXPECT_EQ(value.number(), i);
  }
  for (std::uint64_t i = 6; i <= 20; ++i) writer.write_confirmed(sample(i));
  for (std::uint64_t i = 13; i <= 20; ++i) {
    ASSERT_TRUE(reader.read(value));
    EXPECT_EQ(value.number(), i);
  }
  EXPECT_EQ(reader.missed(), 7U);
  EXPECT_FALSE(reader.read(value));
}

INSTANTIATE_TEST_SUITE_P(Iiop, RemoteBufferOver,
                         testing::Values("", "transport=tcp", "transport=tcp,processing=nullTask,messages=1",
                                         "transport=shm"));

TEST_F(RemoteBuffer, AReaderThatWaitsIsToldOfNews) {
  const auto object = offered();
  std::thread late([&] {
    RemoteBufferWriter<Sample> writer(object);
    std::this_thread::sleep_for(20ms);
    writer.write(sample(7));
  });
  RemoteBufferReader<Sample> reader(object);
  Sample value;
  EXPECT_TRUE(reader.read(value, patience));
  EXPECT_EQ(value.number(), 7U);
  late.join();
}

TEST_F(RemoteBuffer, IsWrittenToAsAFlow) {
  const auto object = offered({.history = History::queue(100)}, "protocol=flow");
  RemoteBufferWriter<Sample> writer(object, EngineeringQoS::parse("protocol=flow"));
  BufferReader<Sample> here(name_);
  for (std::uint64_t i = 1; i <= 50; ++i) writer.write(sample(i));
  FlowReport report;
  do {
    report = writer.report(patience);
    ASSERT_TRUE(report.fresh);
  } while (report.consumer.received != report.consumer.delivered);
  // Each value that arrived is there, in order, and the report states their number.
  Sample value;
  std::uint64_t found = 0;
  std::uint64_t last = 0;
  while (here.read(value)) {
    EXPECT_GT(value.number(), last);
    last = value.number();
    ++found;
  }
  EXPECT_EQ(found, report.consumer.delivered);
  EXPECT_THROW(writer.write_confirmed(sample(1)), BufferError);
  // A call that has a result does not use the flow.
  RemoteBufferReader<Sample> reader(object);
  EXPECT_TRUE(reader.read(value));
  EXPECT_EQ(value.number(), 1U);
}

TEST_F(RemoteBuffer, RefusesAnotherTypeAndWhatIsTooLong) {
  const auto object = offered({.octets_max = 300});
  RemoteBufferWriter<std::string> wrong(object);
  EXPECT_THROW(wrong.write_confirmed("text"), CORBA::MARSHAL);
  RemoteBufferReader<std::string> blind(object);
  std::string text;
  EXPECT_THROW(blind.read(text), CORBA::MARSHAL);
  RemoteBufferWriter<Sample> writer(object);
  Sample longer = sample(1);
  longer.text(std::string(300, 'x'));
  EXPECT_THROW(writer.write_confirmed(longer), CORBA::MARSHAL);
  EXPECT_EQ(writer.write_confirmed(sample(2)), 1U);
  EXPECT_THROW(writer.report(), BufferError);
}

}  // namespace
}  // namespace dimma
