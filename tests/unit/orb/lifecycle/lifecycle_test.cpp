// ORBs: made, found again, run, shut down, destroyed.

#include "unit/orb/orb_fixture.hpp"

#include <filesystem>
#include <fstream>
#include <thread>

#include <unistd.h>

namespace dimma::test {
namespace {

using PortableServer::POA;

std::size_t count_files(const std::string& directory) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory)) ++count;
  return count;
}

TEST_F(OrbTest, RunReturnsWhenTheOrbHasBeenShutDown) {
  std::thread runner([&] { server_->run(); });
  EXPECT_FALSE(server_->work_pending());
  server_->perform_work();
  server_->shutdown(false);
  runner.join();
  EXPECT_RAISES(server_->work_pending(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
  server_->run();
  root_->destroy(true, true);  // as programs do after run(): there is nothing left to destroy
  server_->shutdown(true);
}

TEST_F(OrbTest, ShutDownFromWithinAnUpcall) {
  network_.own_threads = true;
  const auto object = remote();
  servant_->on_ping = [&] {
    server_->shutdown(false);
    // The upcall itself may continue to use the ORB.
    EXPECT_FALSE(server_->object_to_string(nullptr).empty());
  };
  std::thread runner([&] { server_->run(); });
  object->ping();
  runner.join();
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_connect_failed);
  EXPECT_EQ(servant_->pings, 1);
}

TEST_F(OrbTest, ShutDownWaitsForUpcalls) {
  network_.own_threads = true;
  const auto object = remote();
  std::atomic<bool> entered{false};
  std::atomic<bool> ended{false};
  std::atomic<bool> stopped{false};
  servant_->on_ping = [&] {
    entered = true;
    while (!stopped) std::this_thread::yield();
    ended = true;
  };
  std::thread caller([&] { object->ping(); });
  while (!entered) std::this_thread::yield();
  std::thread stopper([&] {
    server_->shutdown(true);
    EXPECT_TRUE(ended);
  });
  // New requests are refused as a temporary failure, not as if the objects did not exist.
  for (;;) {
    try {
      object->count();
    } catch (const CORBA::TRANSIENT& transient) {
      EXPECT_EQ(transient.minor(), minor::transient_poa_destroyed);
      break;
    }
  }
  stopped = true;
  stopper.join();
  caller.join();
}

TEST_F(OrbTest, AfterShutdownNothingIsDone) {
  const auto root = root_;
  const auto remote_object = remote();
  const auto local_object = IDL::traits<Sample::Counter>::narrow(root_->servant_to_reference(servant_));
  local_object->ping();
  remote_object->ping();
  client_->shutdown(true);
  server_->shutdown(true);
  const auto minor_code = minor::bad_inv_order_orb_shut_down;
  EXPECT_RAISES(server_->string_to_object("IOR:00"), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(server_->object_to_string(local_object), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(server_->resolve_initial_references("RootPOA"), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(server_->list_initial_services(), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(server_->perform_work(), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(local_object->ping(), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(remote_object->ping(), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_RAISES(root->the_name(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  server_->destroy();
  EXPECT_RAISES(server_->destroy(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_orb_destroyed);
  EXPECT_RAISES(server_->run(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_orb_destroyed);
  EXPECT_RAISES(server_->string_to_object("IOR:00"), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_orb_destroyed);
  EXPECT_RAISES(local_object->ping(), CORBA::BAD_INV_ORDER, minor_code);
  EXPECT_EQ(server_->id(), "server");
}

TEST_F(OrbTest, DestroyReleasesAllServantsAndEndpoints) {
  const int before = CounterServant::alive;
  const auto current = CORBA::make_reference<CounterServant>();
  {
    const auto orb = make_orb(network_, {"short"});
    const auto root = IDL::traits<POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto child = create_poa(root, "fast", EngineeringQoS::parse("processing=nullTask"));
    const auto object = child->id_to_reference(child->activate_object(CORBA::make_reference<CounterServant>()));
    root->activate_object(CORBA::make_reference<CounterServant>());
    publish(orb, "It", object);
    orb->register_initial_reference("It", object);
    IDL::traits<Sample::Counter>::narrow(client_->string_to_object(orb->object_to_string(object)))->ping();
    EXPECT_EQ(network_.endpoints_alive, 2);
    orb->destroy();
  }
  EXPECT_EQ(CounterServant::alive, before + 1);
  EXPECT_EQ(network_.endpoints_alive, 0);
  EXPECT_EQ(network_.channels_alive, 0);
}

TEST(Orbs, AreFoundByTheirIds) {
  std::vector<std::string> arguments{"-ORBid", "one", "other"};
  const auto one = CORBA::ORB_init(arguments);
  EXPECT_EQ(arguments, std::vector<std::string>{"other"});
  EXPECT_EQ(one->id(), "one");
  const auto two = CORBA::ORB_init(arguments, "two");
  EXPECT_NE(&*one, &*two);
  std::vector<std::string> none;
  EXPECT_EQ(&*CORBA::ORB_init(none, "one"), &*one);
  one->destroy();
  const auto again = CORBA::ORB_init(none, "one");
  EXPECT_NE(&*again, &*one);
  again->destroy();
  two->destroy();
}

TEST(Orbs, TakeTheirOptionsOutOfArgv) {
  char program[] = "program", mine[] = "--mine", id[] = "-ORBid", name[] = "argv", rest[] = "rest";
  char* argv[] = {program, mine, id, name, rest, nullptr};
  int argc = 5;
  const auto orb = CORBA::ORB_init(argc, argv);
  EXPECT_EQ(argc, 3);
  EXPECT_STREQ(argv[1], "--mine");
  EXPECT_STREQ(argv[2], "rest");
  EXPECT_EQ(argv[3], nullptr);
  EXPECT_EQ(orb->id(), "argv");
  orb->destroy();
}

TEST(Orbs, AreNotConfiguredAgainWhenTheyAreFound) {
  const std::string before = log::levels();
  std::vector<std::string> arguments{"--dimma-log", "error"};
  const auto orb = CORBA::ORB_init(arguments, "configured");
  const std::string configured = log::levels();
  EXPECT_NE(configured, before);
  arguments = {"--dimma-log", "off", "left"};
  EXPECT_EQ(&*CORBA::ORB_init(arguments, "configured"), &*orb);
  EXPECT_EQ(log::levels(), configured);
  EXPECT_EQ(arguments, std::vector<std::string>{"left"});
  arguments = {"--dimma-log", "nonsense"};
  EXPECT_THROW(CORBA::ORB_init(arguments, "configured"), CORBA::BAD_PARAM);
  orb->destroy();
  log::set_levels(before);
}

// Uses the real protocols, with real threads and sockets that might be left behind.
TEST(Orbs, LeaveNoThreadAndNoSocketBehind) {
  const auto once = [] {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
    const auto server = CORBA::ORB_init(arguments, "server");
    const auto client = CORBA::ORB_init(arguments, "client");
    const auto root = IDL::traits<POA>::narrow(server->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto servant = CORBA::make_reference<CounterServant>();
    const auto reference = server->object_to_string(root->servant_to_reference(servant));
    const auto object = IDL::traits<Sample::Counter>::narrow(client->string_to_object(reference));
    object->ping();
    const auto fast = create_poa(root, "fast", EngineeringQoS::parse("processing=nullTask,messages=1"));
    const auto fast_servant = CORBA::make_reference<CounterServant>();
    const auto fast_object = IDL::traits<Sample::Counter>::narrow(
        client->string_to_object(server->object_to_string(fast->servant_to_reference(fast_servant))));
    const auto binding = dimma::bind(fast_object, EngineeringQoS::parse("processing=nullTask,messages=1"));
    binding->ping();
    EXPECT_EQ(servant->pings + fast_servant->pings, 2);
    server->destroy();
    client->destroy();
  };
  once();  // creates what a process keeps
  const auto threads = count_files("/proc/self/task");
  const auto files = count_files("/proc/self/fd");
  for (int i = 0; i < 3; ++i) once();
  // A thread that has been joined is in the system's list a moment longer.
  while (count_files("/proc/self/task") > threads) std::this_thread::yield();
  EXPECT_EQ(count_files("/proc/self/fd"), files);
}

TEST_F(OrbTest, InitialReferences) {
  const auto object = activated();
  EXPECT_THROW(server_->resolve_initial_references("Nothing"), CORBA::ORB::InvalidName);
  EXPECT_THROW(server_->resolve_initial_references(""), CORBA::ORB::InvalidName);
  server_->register_initial_reference("Mine", object);
  EXPECT_TRUE(server_->resolve_initial_references("Mine")->_is_equivalent(object));
  EXPECT_TRUE(server_->string_to_object("corbaloc:rir:/Mine")->_is_equivalent(object));
  for (const char* const unknown : {"corbaloc:rir:/Nothing", "corbaname:rir:#name", "corbaloc:rir:"}) {
    EXPECT_RAISES(server_->string_to_object(unknown), CORBA::BAD_PARAM, minor::bad_param_string_to_object);
  }
  EXPECT_THROW(server_->register_initial_reference("Mine", object), CORBA::ORB::InvalidName);
  EXPECT_THROW(server_->register_initial_reference("", object), CORBA::ORB::InvalidName);
  EXPECT_THROW(server_->register_initial_reference("RootPOA", object), CORBA::ORB::InvalidName);
  EXPECT_RAISES(server_->register_initial_reference("Nil", nullptr), CORBA::BAD_PARAM,
                minor::bad_param_nil_initial_reference);
  EXPECT_EQ(server_->list_initial_services(),
            (std::vector<std::string>{"CodecFactory", "DynAnyFactory", "Mine", "ORBPolicyManager", "PICurrent",
                                      "POACurrent", "PolicyCurrent", "RootPOA"}));
}

TEST_F(OrbTest, InitialReferencesByOption) {
  const auto text = server_->object_to_string(activated());
  publish(server_, "Published", root_->servant_to_reference(servant_));
  const auto port = network_.listens.load() + 49151;
  OrbSettings settings{"options"};
  settings.initial_references = {{"It", text}, {"Loop", "corbaloc:rir:/Loop"}};
  settings.default_initial_reference = "corbaloc:iiop:fake:" + std::to_string(port);
  const auto orb = make_orb(network_, settings);
  IDL::traits<Sample::Counter>::narrow(orb->resolve_initial_references("It"))->ping();
  IDL::traits<Sample::Counter>::narrow(orb->resolve_initial_references("Published"))->ping();
  EXPECT_EQ(servant_->pings, 2);
  EXPECT_THROW(orb->register_initial_reference("It", orb->resolve_initial_references("It")), CORBA::ORB::InvalidName);
  EXPECT_RAISES(orb->resolve_initial_references("Loop"), CORBA::BAD_PARAM, minor::bad_param_string_to_object);
  orb->destroy();
}

TEST_F(OrbTest, AReferenceInAFile) {
  const auto path = std::filesystem::temp_directory_path() / ("dimma-orb-test-" + std::to_string(::getpid()) + ".ior");
  std::ofstream(path) << server_->object_to_string(activated()) << '\n';
  IDL::traits<Sample::Counter>::narrow(client_->string_to_object("file://" + path.string()))->ping();
  EXPECT_EQ(servant_->pings, 1);
  std::filesystem::remove(path);
  EXPECT_RAISES(client_->string_to_object("file://" + path.string()), CORBA::BAD_PARAM, minor::bad_param_file);
  EXPECT_RAISES(client_->string_to_object("nonsense"), CORBA::BAD_PARAM, minor::bad_param_scheme);
}

}  // namespace
}  // namespace dimma::test
