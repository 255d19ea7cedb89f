// Servant managers that many threads use: operations that must not overlap, and those that wait for etherealization.

#include "unit/orb/orb_fixture.hpp"

#include <algorithm>
#include <random>
#include <thread>

namespace dimma::test {
namespace {

using namespace PortableServer;
using PoaRef = CORBA::object_reference<POA>;
using ServantRef = CORBA::servant_reference<Servant>;

constexpr const char* counter_type = "IDL:Sample/Counter:1.0";

// Counts how many threads are inside at once, at most.
class Crowd {
 public:
  class Inside {
   public:
    explicit Inside(Crowd& crowd) : crowd_(crowd) {
      const int now = ++crowd_.inside_;
      int most = crowd_.most_;
      while (now > most && !crowd_.most_.compare_exchange_weak(most, now)) {
      }
      std::this_thread::yield();
    }
    ~Inside() { --crowd_.inside_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Crowd& crowd_;
  };
  int most() const { return most_; }

 private:
  std::atomic<int> inside_{0};
  std::atomic<int> most_{0};
};

// Between incarnate and the end of etherealize an object is one of `alive`.
class CountingActivator final : public virtual IDL::traits<ServantActivator>::base_type {
 public:
  ServantRef incarnate(const ObjectId&, PoaRef) override {
    const Crowd::Inside inside(crowd);
    if (++alive > most_alive) most_alive = alive.load();
    return ServantRef(CORBA::make_reference<CounterServant>());
  }
  void etherealize(const ObjectId&, PoaRef, ServantRef, bool, bool) override {
    const Crowd::Inside inside(crowd);
    if (on_etherealize) on_etherealize();
    std::this_thread::yield();
    --alive;
  }

  std::function<void()> on_etherealize;
  std::atomic<int> alive{0};
  std::atomic<int> most_alive{0};
  Crowd crowd;
};

class CountingLocator final : public virtual IDL::traits<ServantLocator>::base_type {
 public:
  ServantRef preinvoke(const ObjectId&, PoaRef, const CORBA::Identifier&, Cookie&) override {
    const Crowd::Inside inside(crowd);
    return servant;
  }
  void postinvoke(const ObjectId&, PoaRef, const CORBA::Identifier&, Cookie, ServantRef) override {
    const Crowd::Inside inside(crowd);
  }

  ServantRef servant;
  Crowd crowd;
};

class EtherealizingTest : public OrbTest {
 protected:
  PoaRef managed(const PoaRef& parent, const std::string& name, CORBA::PolicyList more = {}) {
    more.push_back(parent->create_request_processing_policy(RequestProcessingPolicyValue::USE_SERVANT_MANAGER));
    more.push_back(parent->create_id_assignment_policy(IdAssignmentPolicyValue::USER_ID));
    return parent->create_POA(name, root_->the_POAManager(), more);
  }
  CORBA::object_reference<Sample::Counter> object(const PoaRef& poa, const std::string& id) {
    return IDL::traits<Sample::Counter>::narrow(poa->create_reference_with_id(string_to_ObjectId(id), counter_type));
  }
  static void in_threads(int count, const std::function<void(int)>& body) {
    std::vector<std::thread> threads;
    for (int i = 0; i < count; ++i) threads.emplace_back(body, i);
    for (auto& thread : threads) thread.join();
  }
};

// A call never fails, and no incarnation begins before the previous one has ended.
TEST_F(EtherealizingTest, IncarnationsOfAnObjectDoNotOverlap) {
  const auto poa = managed(root_, "managed");
  const auto activator = CORBA::make_reference<CountingActivator>();
  poa->set_servant_manager(activator);
  const auto id = string_to_ObjectId("it");
  std::atomic<int> calling{3};
  std::thread deactivating([&] {
    std::mt19937 random(9);
    while (calling > 0) {
      try {
        poa->deactivate_object(id);
      } catch (const POA::ObjectNotActive&) {
      }
      for (auto pauses = random() % 4; pauses > 0; --pauses) std::this_thread::yield();
    }
  });
  in_threads(3, [&](int) {
    const auto it = object(poa, "it");
    for (int i = 0; i < 200; ++i) it->add(1);
    --calling;
  });
  deactivating.join();
  EXPECT_EQ(activator->most_alive, 1);
  EXPECT_EQ(activator->crowd.most(), 1);
  poa->destroy(true, true);
  EXPECT_EQ(activator->alive, 0);
}

TEST_F(EtherealizingTest, OneThreadAtATimeIsForServantManagersToo) {
  const CORBA::PolicyList alone{root_->create_thread_policy(ThreadPolicyValue::SINGLE_THREAD_MODEL)};
  const auto locating = managed(
      root_, "locating", {alone[0], root_->create_servant_retention_policy(ServantRetentionPolicyValue::NON_RETAIN)});
  const auto locator = CORBA::make_reference<CountingLocator>();
  locator->servant = ServantRef(servant_);
  locating->set_servant_manager(locator);
  servant_->on_ping = [&] { const Crowd::Inside inside(locator->crowd); };
  in_threads(3, [&](int which) {
    const auto it = object(locating, std::to_string(which));
    for (int i = 0; i < 30; ++i) it->ping();
  });
  EXPECT_EQ(locator->crowd.most(), 1);

  const auto activating = managed(root_, "activating", alone);
  const auto activator = CORBA::make_reference<CountingActivator>();
  activating->set_servant_manager(activator);
  const auto other = CORBA::make_reference<CounterServant>();
  activating->activate_object_with_id(string_to_ObjectId("other"), other);
  other->on_ping = [&] { const Crowd::Inside inside(activator->crowd); };
  in_threads(3, [&](int which) {
    const auto own = std::to_string(which);
    const auto it = object(activating, own);
    const auto busy = object(activating, "other");
    for (int i = 0; i < 20; ++i) {
      it->add(1);
      busy->ping();
      activating->deactivate_object(string_to_ObjectId(own));
    }
  });
  EXPECT_EQ(activator->crowd.most(), 1);
}

// The upcall's own thread holds up the deactivation, so its call on the object is refused instead of waiting.
TEST_F(EtherealizingTest, ASingleThreadedUpcallDoesNotWaitForItsOwnEnd) {
  const auto poa = managed(root_, "alone", {root_->create_thread_policy(ThreadPolicyValue::SINGLE_THREAD_MODEL)});
  const auto activator = CORBA::make_reference<CountingActivator>();
  poa->set_servant_manager(activator);
  const auto caller = CORBA::make_reference<CounterServant>();
  poa->activate_object_with_id(string_to_ObjectId("caller"), caller);
  const auto it = object(poa, "it");
  it->ping();
  std::thread deactivating;
  caller->on_ping = [&] {
    deactivating = std::thread([&] { poa->deactivate_object(string_to_ObjectId("it")); });
    for (;;) {
      try {
        poa->id_to_servant(string_to_ObjectId("it"));
        std::this_thread::yield();
      } catch (const POA::ObjectNotActive&) {
        break;
      }
    }
    EXPECT_RAISES(it->ping(), CORBA::TRANSIENT, minor::transient_poa_destroyed);
  };
  object(poa, "caller")->ping();
  deactivating.join();
  it->ping();
}

TEST_F(EtherealizingTest, EachThreadThatDestroysThePoaWaitsForAll) {
  for (int round = 0; round < 25; ++round) {
    const auto poa = managed(root_, "destroyed");
    const auto activator = CORBA::make_reference<CountingActivator>();
    poa->set_servant_manager(activator);
    for (int i = 0; i < 4; ++i) object(poa, std::to_string(i))->ping();
    in_threads(2, [&](int) {
      try {
        poa->destroy(true, true);
      } catch (const CORBA::OBJECT_NOT_EXIST&) {
      }
      EXPECT_EQ(activator->alive, 0);
    });
  }
}

TEST_F(EtherealizingTest, DestroyingWaitsForTheChildrenThatOthersDestroy) {
  const auto parent = managed(root_, "parent");
  const auto child = managed(parent, "child");
  const auto activator = CORBA::make_reference<CountingActivator>();
  child->set_servant_manager(activator);
  object(child, "it")->ping();
  std::atomic<bool> is_etherealizing{false};
  std::atomic<bool> may_end{false};
  activator->on_etherealize = [&] {
    is_etherealizing = true;
    while (!may_end) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  std::thread destroys_child([&] { child->destroy(true, true); });
  while (!is_etherealizing) std::this_thread::yield();
  std::atomic<bool> is_destroyed{false};
  std::thread destroys_parent([&] {
    parent->destroy(true, true);
    is_destroyed = true;
    EXPECT_EQ(activator->alive, 0);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(is_destroyed);
  may_end = true;
  destroys_parent.join();
  destroys_child.join();
}

}  // namespace
}  // namespace dimma::test
