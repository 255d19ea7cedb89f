// Many threads at once: calls, activation, forwards, reconnection, destruction. Meant above all for the thread
// sanitizer.

#include "unit/orb/orb_fixture.hpp"

#include <thread>

namespace dimma::test {
namespace {

constexpr int threads = 6;
constexpr int rounds = 300;

void in_parallel(int count, const std::function<void(int)>& body) {
  std::vector<std::thread> running;
  for (int i = 0; i < count; ++i) running.emplace_back(body, i);
  for (auto& thread : running) thread.join();
}

// Runs `call`, which may fail only because the object is gone or the server stops.
template <class Call>
bool succeeded(Call call) {
  try {
    call();
    return true;
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
  } catch (const CORBA::TRANSIENT&) {
  } catch (const CORBA::BAD_INV_ORDER&) {
  }
  return false;
}

class Concurrency : public OrbTest, public testing::WithParamInterface<bool> {
 protected:
  CORBA::object_reference<Sample::Counter> counter() { return GetParam() ? local() : remote(); }
};
INSTANTIATE_TEST_SUITE_P(Ways, Concurrency, testing::Bool(),
                         [](const auto& way) { return way.param ? "Colocated" : "Remote"; });

TEST_P(Concurrency, OneReferenceForAllThreads) {
  const auto object = counter();
  in_parallel(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) object->add(1);
  });
  EXPECT_EQ(servant_->counted, threads * rounds);
}

TEST_P(Concurrency, CallsWhileTheObjectComesAndGoes) {
  const auto id = root_->activate_object(servant_);
  const auto reference = root_->id_to_reference(id);
  const auto object = IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
  std::atomic<int> done{0};
  std::atomic<int> served{0};
  std::thread coming_and_going([&] {
    while (done < threads) {
      root_->deactivate_object(id);
      std::this_thread::yield();
      root_->activate_object_with_id(id, servant_);
    }
  });
  in_parallel(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) served += succeeded([&] { object->add(1); }) ? 1 : 0;
    ++done;
  });
  coming_and_going.join();
  EXPECT_EQ(servant_->counted, served);
}

TEST_P(Concurrency, ServantsDieOnceWhileTheyAreCalled) {
  const int before = CounterServant::alive;
  for (int i = 0; i < 50; ++i) {
    const auto id = root_->activate_object(CORBA::make_reference<CounterServant>());
    const auto reference = root_->id_to_reference(id);
    const auto object = IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
    in_parallel(3, [&](int which) {
      if (which == 0) root_->deactivate_object(id);
      for (int j = 0; j < 10; ++j) succeeded([&] { object->add(1); });
    });
  }
  EXPECT_EQ(CounterServant::alive, before);
}

TEST_P(Concurrency, TheGateOpensAndCloses) {
  const auto object = counter();
  std::atomic<int> done{0};
  std::thread gatekeeper([&] {
    while (done < threads) {
      root_->the_POAManager()->hold_requests(true);
      const int counted = servant_->counted;
      std::this_thread::yield();
      EXPECT_EQ(servant_->counted, counted);
      root_->the_POAManager()->activate();
      std::this_thread::yield();
    }
    root_->the_POAManager()->activate();
  });
  in_parallel(threads, [&](int) {
    for (int i = 0; i < rounds / 3; ++i) object->add(1);
    ++done;
  });
  gatekeeper.join();
  EXPECT_EQ(servant_->counted, threads * (rounds / 3));
}

TEST_P(Concurrency, DestroyingTheServerUnderLoad) {
  for (int i = 0; i < 10; ++i) {
    const auto orb = make_orb(network_, {"load"});
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    root->the_POAManager()->activate();
    const auto servant = CORBA::make_reference<CounterServant>();
    const auto reference = root->servant_to_reference(servant);
    const auto object = IDL::traits<Sample::Counter>::narrow(
        GetParam() ? reference : client_->string_to_object(orb->object_to_string(reference)));
    std::atomic<bool> destroyed{false};
    in_parallel(4, [&](int which) {
      if (which == 0) {
        while (servant->counted < 20) std::this_thread::yield();
        orb->destroy();
        destroyed = true;
      } else {
        while (!destroyed) succeeded([&] { object->add(1); });
      }
    });
    EXPECT_FALSE(succeeded([&] { object->add(1); }));
  }
}

TEST_P(Concurrency, AdaptersComeAndGo) {
  in_parallel(threads, [&](int which) {
    const auto name = "poa" + std::to_string(which);
    for (int i = 0; i < 20; ++i) {
      const auto poa = root_->create_POA(name, root_->the_POAManager(), {});
      const auto servant = CORBA::make_reference<CounterServant>();
      const auto reference = poa->id_to_reference(poa->activate_object(servant));
      const auto object = IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
      object->ping();
      poa->destroy(true, i % 2 == 0);
      EXPECT_FALSE(succeeded([&] { object->ping(); }));
    }
  });
  EXPECT_TRUE(root_->the_children().empty());
}

TEST_F(OrbTest, ConnectionsBreakUnderLoad) {
  const auto object = remote();
  std::atomic<int> done{0};
  std::thread breaking([&] {
    while (done < threads) {
      network_.close_connections = true;
      std::this_thread::yield();
    }
    network_.close_connections = false;
  });
  std::atomic<int> served{0};
  in_parallel(threads, [&](int) {
    for (int i = 0; i < rounds; ++i) served += succeeded([&] { object->add(1); }) ? 1 : 0;
    ++done;
  });
  breaking.join();
  EXPECT_EQ(servant_->counted, served);
  // The last call may have lost its channel; the next one makes another, and no older one is left.
  EXPECT_LE(network_.channels_alive, 1);
  object->add(1);
  EXPECT_EQ(network_.channels_alive, 1);
}

TEST_F(OrbTest, UnbindingUnderLoad) {
  const auto object = remote();
  for (int i = 0; i < 20; ++i) {
    auto binding = dimma::bind(object, {});
    const auto stub = binding.reference();
    in_parallel(3, [&](int which) {
      if (which == 0) {
        binding.unbind();
      } else {
        while (succeeded([&] { stub->add(1); })) continue;
      }
    });
  }
}

TEST_F(OrbTest, ManagersAndNamesFromManyThreads) {
  const auto object = root_->servant_to_reference(servant_);
  in_parallel(threads, [&](int which) {
    const auto name = "name" + std::to_string(which % 3);
    for (int i = 0; i < 50; ++i) {
      publish(server_, name, object);
      server_->object_to_string(object);
      object->_hash(10);
      unpublish(server_, name);
      root_->the_POAManagerFactory()->list();
    }
  });
}

}  // namespace
}  // namespace dimma::test
