// A producer or a consumer is killed while the consumer holds loans.

#include "unit/flow/loans/frames_servant.hpp"

#include <dimma/flow.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dimma::test {
namespace {

constexpr std::size_t octets_each = 64 * 1024;

struct Pipe {
  Pipe() {
    if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  void write(const std::string& line) const {
    if (::write(ends[1], (line + '\n').data(), line.size() + 1) < 0) std::_Exit(1);
  }
  std::string read() const {
    std::string line;
    for (char octet = 0; ::read(ends[0], &octet, 1) == 1 && octet != '\n';) line += octet;
    return line;
  }
  int ends[2] = {-1, -1};
};

struct Consumer {
  Consumer() {
    std::vector<std::string> at_loopback{"--dimma-endpoint", "iiop://127.0.0.1"};
    orb = CORBA::ORB_init(at_loopback, "consumer");
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    poa = create_poa(root, "frames", EngineeringQoS::parse("protocol=flow,transport=shm"));
    servant = CORBA::make_reference<FramesServant>();
    url = orb->object_to_string(poa->servant_to_reference(servant));
  }
  CORBA::object_reference<CORBA::ORB> orb;
  CORBA::object_reference<PortableServer::POA> poa;
  CORBA::servant_reference<FramesServant> servant;
  std::string url;
};

struct Producer {
  Producer(const std::string& name, const std::string& url, const std::string& qos) {
    std::vector<std::string> none;
    orb = CORBA::ORB_init(none, name);
    flow = bind_flow(IDL::traits<Flowing::Frames>::narrow(orb->string_to_object(url)), EngineeringQoS::parse(qos));
  }
  void show(std::int32_t number) const { flow->show(number, filled(flow.loan<std::uint8_t>(octets_each), number)); }
  CORBA::object_reference<CORBA::ORB> orb;
  FlowBinding<Flowing::Frames> flow;
};

// A child process, to be forked while there is no other thread.
class Child {
 public:
  template <class Body>
  explicit Child(Body body) : id_(::fork()) {
    if (id_ != 0) return;
    body();
    for (;;) ::pause();
  }
  ~Child() { kill(); }
  void kill() {
    if (id_ <= 0) return;
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
    id_ = -1;
  }

 private:
  pid_t id_;
};

// A producer that waits for a place of a dead consumer is notified, and continues in ordinary memory.
TEST(FlowLoansDeath, AConsumerThatIsKilledWithLoansHoldsNobodyUp) {
  const Pipe urls;
  Child child([&] {
    static Consumer consumer;
    urls.write(consumer.url);
    consumer.servant->has_shown(3);
    urls.write("shown");
  });
  {
    Producer producer("producer", urls.read(), "transport=shm,loans=pool(4,64k)");
    for (std::int32_t i = 0; i < 3; ++i) producer.show(i);
    ASSERT_EQ(urls.read(), "shown");
    auto mine = filled(producer.flow.loan<std::uint8_t>(octets_each), 7);
    ASSERT_TRUE(mine.is_shared());
    child.kill();
    EXPECT_FALSE(producer.flow.loan<std::uint8_t>(octets_each).is_shared());
    EXPECT_TRUE(is_filled(mine, 7));
    producer.flow->show(7, std::move(mine));
    producer.show(8);
    const auto report = producer.flow.report(std::chrono::milliseconds(20));
    EXPECT_FALSE(report.fresh);
    EXPECT_EQ(report.producer.sent, 5U);
    EXPECT_GT(report.producer.unreachable, 0U);
    producer.flow.unbind();
    producer.orb->destroy();
  }
}

TEST(FlowLoansDeath, AProducerThatIsKilledLeavesTheConsumerWhatItHasSent) {
  const Pipe urls;
  const Pipe done;
  Child child([&] {
    static Producer producer("producer", urls.read(), "transport=shm,loans=pool(4,64k)");
    for (std::int32_t i = 0; i < 4; ++i) producer.show(i);
    done.write("sent");
  });
  Consumer consumer;
  urls.write(consumer.url);
  ASSERT_EQ(done.read(), "sent");
  ASSERT_TRUE(consumer.servant->has_shown(4));
  child.kill();
  // Waits until the consumer has noticed that the producer has died.
  while (describe(consumer.poa).value("loans").find("producers") != std::string::npos) ::usleep(1000);
  for (const auto& shown : consumer.servant->shown()) EXPECT_TRUE(shown.is_sound && shown.is_shared);
  EXPECT_TRUE(consumer.servant->keeps_sound_frames());
  {
    // Another producer has places of its own.
    Producer another("another", consumer.url, "transport=shm,loans=pool(1,64k)");
    another.show(9);
    EXPECT_TRUE(consumer.servant->has_shown(5));
    EXPECT_TRUE(consumer.servant->keeps_sound_frames());
    another.flow.unbind();
    another.orb->destroy();
  }
  consumer.servant->let_go();
  consumer.orb->destroy();
}

}  // namespace
}  // namespace dimma::test
