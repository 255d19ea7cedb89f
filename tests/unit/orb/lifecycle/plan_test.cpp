// The parts of channels and endpoints, planned and real: over the real protocol, two ORBs in one process.

#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>

#include <gtest/gtest.h>

#include <filesystem>

namespace dimma::test {
namespace {

std::size_t sockets() {
  std::size_t count = 0;
  std::error_code gone;
  for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fd", gone)) {
    if (std::filesystem::read_symlink(descriptor.path(), gone).string().rfind("socket:", 0) == 0) ++count;
  }
  return count;
}

class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
  }
  ~PlanTest() override {
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1"};
    return CORBA::ORB_init(arguments, id);
  }
  CORBA::object_reference<Sample::Counter> object_at(const CORBA::object_reference<PortableServer::POA>& poa) {
    const auto reference = poa->servant_to_reference(servant_);
    return IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(reference)));
  }
  CORBA::object_reference<Sample::Counter> object_at(const std::string& qos) {
    return object_at(create_poa(root_, "poa" + std::to_string(++poas_), EngineeringQoS::parse(qos)));
  }

  CORBA::object_reference<CORBA::ORB> server_ = make_orb("plan-server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("plan-client");
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  int poas_ = 0;
};

constexpr const char* client_qos[] = {
    "",
    "transport=tcp",
    "processing=nullTask,messages=1",
    "processing=nullTask,messages=1,transport=tcp,read-ahead=off,deadline=3s",
    "processing=pool(3),messages=2,exhausted=raise,packets=2",
    "processing=factory,connection=dedicated,scheduling=name(carrier)",
    "demultiplexing=task,read-ahead=64k,transport=unix",
};

TEST_F(PlanTest, ABindingIsMadeOfWhatWasPlanned) {
  const auto object = object_at("");
  for (const char* text : client_qos) {
    SCOPED_TRACE(text);
    const auto qos = EngineeringQoS::parse(text);
    const auto before = sockets();
    const auto planned = plan(object, qos);
    EXPECT_LE(sockets(), before);  // those of the last binding may be closing
    EXPECT_EQ(planned, plan(object, qos));
    auto binding = dimma::bind(object, qos);
    binding->ping();
    EXPECT_EQ(binding.describe().plan(), planned) << difference(binding.describe().plan(), planned);
    for (const auto& line : planned.lines()) EXPECT_FALSE(line.value.empty()) << line.name;
  }
}

TEST_F(PlanTest, AnEndpointIsMadeOfWhatWasPlanned) {
  for (const char* text : {"", "processing=nullTask,transport=tcp", "processing=pool(2),messages=3,exhausted=raise",
                           "processing=factory,packets=4,transport=unix"}) {
    SCOPED_TRACE(text);
    const auto qos = EngineeringQoS::parse(text);
    const auto planned = plan(root_, qos);
    const auto poa = create_poa(root_, "planned" + std::to_string(++poas_), qos);
    EXPECT_EQ(describe(poa).plan(), planned) << difference(describe(poa).plan(), planned);
  }
}

TEST_F(PlanTest, AnImpossibleBindingCannotBePlanned) {
  const auto refused = [](auto make) {
    try {
      make();
    } catch (const QoSError& error) {
      return error.field();
    }
    return std::string();
  };
  const auto object = object_at("transport=tcp");
  EXPECT_EQ(refused([&] { plan(object, EngineeringQoS::parse("scheduling=idle")); }), "scheduling");
  EXPECT_EQ(refused([&] { plan(object, EngineeringQoS::parse("transport=unix")); }), "transport");
  EXPECT_EQ(refused([&] { plan(object, EngineeringQoS::parse("processing=nullTask")); }), "messages");
  EXPECT_EQ(refused([&] { plan(root_, EngineeringQoS::parse("deadline=1s")); }), "deadline");
  EXPECT_THROW(plan(CORBA::object_reference<Sample::Counter>(), {}), CORBA::INV_OBJREF);
}

TEST_F(PlanTest, TheDifferenceIsSaidInWords) {
  const auto object = object_at("");
  const auto one = plan(object, EngineeringQoS::parse("transport=tcp"));
  const auto other = plan(object, EngineeringQoS::parse("transport=tcp,messages=4"));
  EXPECT_EQ(difference(one, one), "");
  EXPECT_EQ(difference(one, other), "messages: unlimited -> 4 at a time; other callers wait\n");
  using Lines = std::vector<Plan::Line>;
  EXPECT_EQ(difference(Plan(Lines{{"a", "1"}}), Plan(Lines{{"b", "2"}})), "a: 1 -> (none)\nb: (none) -> 2\n");
}

TEST_F(PlanTest, AnOrbTellsOfAllItsEndpointsAndBindings) {
  EXPECT_EQ(describe(client_).to_string(), "options: --dimma-endpoint: iiop://127.0.0.1 (command line)\n");
  const auto object = object_at("processing=pool(2)");
  object->ping();
  auto binding = dimma::bind(object, EngineeringQoS::parse("processing=nullTask,messages=1"));
  binding->ping();
  auto text = describe(client_).to_string();
  EXPECT_NE(text.find(": IDL:Sample/Counter:1.0, bound implicitly\n"), std::string::npos) << text;
  EXPECT_NE(text.find(": IDL:Sample/Counter:1.0, bound explicitly\n"), std::string::npos) << text;
  EXPECT_NE(text.find("binding 2: connection: "), std::string::npos) << text;
  EXPECT_NE(text.find("binding 2: buffers: "), std::string::npos) << text;
  EXPECT_EQ(text.find("endpoint 1"), std::string::npos) << text;

  text = describe(server_).to_string();
  EXPECT_NE(text.find(": of a POA, processing=pool(2)\n"), std::string::npos) << text;
  EXPECT_NE(text.find(": connections: as many as there are clients; 2 now, 0 closed as idle\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find(": threads: 2 \"dimma-server\""), std::string::npos) << text;

  binding.unbind();
  text = describe(client_).to_string();
  EXPECT_EQ(text.find("bound explicitly"), std::string::npos) << text;
}

}  // namespace
}  // namespace dimma::test
