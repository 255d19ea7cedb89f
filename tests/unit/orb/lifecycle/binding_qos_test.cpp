// A binding's QoS, as an application sees it: deadlines, and that unbinding releases everything.

#include "unit/common/system_view.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <thread>

namespace dimma::test {
namespace {

class BindingQos : public testing::Test {
 protected:
  BindingQos() {
    root_->the_POAManager()->activate();
    const auto reference = root_->servant_to_reference(servant_);
    object_ = IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(reference)));
  }
  ~BindingQos() override {
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1"};
    return CORBA::ORB_init(arguments, id);
  }

  CORBA::object_reference<CORBA::ORB> server_ = make_orb("binding-server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("binding-client");
  CORBA::object_reference<PortableServer::POA> root_ =
      IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  CORBA::object_reference<Sample::Counter> object_;
};

TEST_F(BindingQos, EachCallHasTheDeadline) {
  static std::atomic<bool> open{true};  // outlives the upcalls
  servant_->on_ping = [] {
    while (!open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  for (const char* text : {"deadline=30ms", "deadline=30ms,processing=nullTask,messages=1",
                           "deadline=30ms,processing=pool(1)", "deadline=30ms,demultiplexing=task"}) {
    SCOPED_TRACE(text);
    open = false;
    const auto binding = dimma::bind(object_, EngineeringQoS::parse(text));
    const auto connection = binding.describe().value("connection");
    EXPECT_THROW(binding->ping(), CORBA::TIMEOUT);
    open = true;
    // The late reply is dropped, and the next call goes over the same connection.
    bool answered = false;
    for (int i = 0; i < 100 && !answered; ++i) {
      try {
        answered = binding->add(1) > 0;
      } catch (const CORBA::TIMEOUT&) {
        // The machine is busy.
      }
    }
    EXPECT_TRUE(answered);
    EXPECT_EQ(binding.describe().value("connection"), connection);
  }
}

TEST_F(BindingQos, AllComesBackWhenItIsUnbound) {
  object_->ping();
  const auto before = sockets();
  {
    auto binding = dimma::bind(object_, EngineeringQoS::parse("processing=pool(3),connection=dedicated,messages=2,"
                                                              "demultiplexing=task,buffers=pool(2,64k)"));
    binding->ping();
    EXPECT_EQ(threads_called("dimma-task").size(), 3U);
    EXPECT_EQ(threads_called("dimma-demux").size(), 1U);
    EXPECT_GT(sockets(), before);
    binding.unbind();
    EXPECT_EQ(threads_called("dimma-task").size(), 0U);
    EXPECT_EQ(threads_called("dimma-demux").size(), 0U);
  }
  while (sockets() != before) std::this_thread::yield();  // until the server has closed its end
}

std::size_t entries(const char* directory) {
  std::error_code gone;
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory, gone)) ++count;
  return count;
}
std::size_t descriptors() { return entries("/proc/self/fd"); }
std::size_t all_threads() { return entries("/proc/self/task"); }

// Waits until both numbers are as low again, for a time that is long for any machine.
bool come_back_to(std::size_t descriptors_before, std::size_t threads_before) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (descriptors() > descriptors_before || all_threads() > threads_before) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

class PoaWithQos : public BindingQos, public testing::WithParamInterface<const char*> {};

TEST_P(PoaWithQos, DestroyedInAnUpcallLeavesNothing) {
  object_->ping();
  // The upcall destroys its own POA, then another one.
  for (const bool is_own : {true, false}) {
    SCOPED_TRACE(is_own);
    servant_->on_ping = nullptr;
    object_->ping();
    const auto descriptors_before = descriptors();
    const auto threads_before = all_threads();
    for (int i = 0; i < 3; ++i) {
      const auto poa = create_poa(root_, "own", EngineeringQoS::parse(GetParam()));
      const auto there = CORBA::make_reference<CounterServant>();
      const auto object = IDL::traits<Sample::Counter>::narrow(
          client_->string_to_object(server_->object_to_string(poa->servant_to_reference(there))));
      auto binding = dimma::bind(object, EngineeringQoS::parse("connection=dedicated"));
      (is_own ? there : servant_)->on_ping = [&poa] { poa->destroy(true, false); };
      binding->add(1);
      if (is_own) {
        binding->ping();  // answered nevertheless
      } else {
        object_->ping();
      }
      (is_own ? there : servant_)->on_ping = nullptr;
      binding.unbind();
    }
    EXPECT_TRUE(come_back_to(descriptors_before, threads_before))
        << descriptors_before << " descriptors then, now " << descriptors() << "; " << threads_before
        << " threads then, now " << all_threads();
  }
  EXPECT_TRUE(root_->the_children().empty());
}

INSTANTIATE_TEST_SUITE_P(All, PoaWithQos,
                         testing::Values("", "processing=nullTask", "processing=pool(2)", "transport=tcp"));

TEST_F(BindingQos, PoasComeAndGoWhileAllIsDescribed) {
  std::mutex mutex;
  CORBA::object_reference<PortableServer::POA> current;  // guarded by `mutex`
  CORBA::object_reference<CORBA::Object> object;         // guarded too
  std::atomic<bool> over{false};
  std::atomic<int> described{0};
  const auto describe_it = [&] {
    while (!over) {
      CORBA::object_reference<PortableServer::POA> poa;
      CORBA::object_reference<CORBA::Object> its;
      {
        const std::scoped_lock lock(mutex);
        poa = current;
        its = object;
      }
      EXPECT_FALSE(describe(server_).lines().empty());
      try {
        if (poa) {
          EXPECT_FALSE(describe(poa).lines().empty());
        }
        if (its) {
          EXPECT_FALSE(server_->object_to_string(its).empty());
        }
      } catch (const CORBA::BAD_INV_ORDER&) {
        // The POA has been destroyed meanwhile.
      }
      ++described;
    }
  };
  std::thread first(describe_it);
  std::thread second(describe_it);
  for (int i = 0; i < 100 || described < 50; ++i) {
    const auto poa = create_poa(root_, "fleeting", EngineeringQoS::parse("processing=pool(1)"));
    {
      const std::scoped_lock lock(mutex);
      current = poa;
      object = poa->create_reference("IDL:Sample/Counter:1.0");
    }
    if (i % 2 == 0) server_->object_to_string(object);
    poa->destroy(true, true);
  }
  over = true;
  first.join();
  second.join();
}

}  // namespace
}  // namespace dimma::test
