// POAManagers: requests pass, wait, are discarded or refused. And PortableServer::Current.

#include "unit/orb/orb_fixture.hpp"

#include <future>
#include <thread>

namespace dimma::test {
namespace {

using namespace PortableServer;
using State = POAManager::State;

// A point that one thread reaches and others wait for.
class Signal {
 public:
  void set() { promise_.set_value(); }
  void wait() { future_.wait(); }
  bool is_set() { return future_.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }

 private:
  std::promise<void> promise_;
  std::shared_future<void> future_{promise_.get_future()};
};

class ManagerTest : public OrbTest, public testing::WithParamInterface<bool> {
 protected:
  CORBA::object_reference<Sample::Counter> counter() { return GetParam() ? local() : remote(); }
  CORBA::object_reference<POAManager> manager() { return root_->the_POAManager(); }
};
INSTANTIATE_TEST_SUITE_P(Ways, ManagerTest, testing::Bool(),
                         [](const auto& way) { return way.param ? "Colocated" : "Remote"; });

TEST_P(ManagerTest, ARequestWaitsWhileItsAdapterHolds) {
  const auto object = counter();
  object->ping();
  manager()->hold_requests(true);
  EXPECT_EQ(manager()->get_state(), State::HOLDING);
  std::thread caller([&] { object->ping(); });
  std::this_thread::yield();
  EXPECT_EQ(servant_->pings, 1);
  manager()->activate();
  caller.join();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_P(ManagerTest, AHeldRequestIsDiscarded) {
  const auto object = counter();
  manager()->hold_requests(false);
  std::thread caller([&] { EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_poa_discarding); });
  std::this_thread::yield();
  manager()->discard_requests(true);
  caller.join();
  EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_poa_discarding);
  EXPECT_EQ(servant_->pings, 0);
  manager()->activate();
  object->ping();
}

TEST_P(ManagerTest, AnInactiveManagerStaysSo) {
  const auto object = counter();
  manager()->deactivate(false, true);
  EXPECT_RAISES(object->ping(), CORBA::OBJ_ADAPTER, minor::obj_adapter_inactive);
  EXPECT_THROW(manager()->activate(), POAManager::AdapterInactive);
  EXPECT_THROW(manager()->hold_requests(false), POAManager::AdapterInactive);
  EXPECT_THROW(manager()->discard_requests(false), POAManager::AdapterInactive);
  manager()->deactivate(true, false);
  EXPECT_EQ(manager()->get_state(), State::INACTIVE);
}

TEST_P(ManagerTest, WaitingForRequestsInProgress) {
  const auto object = counter();
  Signal entered;
  Signal go_on;
  servant_->on_ping = [&] {
    entered.set();
    go_on.wait();
  };
  std::thread caller([&] { object->ping(); });
  entered.wait();
  std::atomic<bool> held{false};
  std::thread holder([&] {
    manager()->hold_requests(true);
    held = true;
  });
  std::thread destroyer([&] { root_->create_POA("x", nullptr, {})->destroy(true, true); });
  destroyer.join();  // another adapter's request is not waited for
  EXPECT_FALSE(held);
  go_on.set();
  holder.join();
  EXPECT_TRUE(held);
  caller.join();
}

bool takes_requests(Sample::Counter& object) {
  try {
    object.count();
    return true;
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    return false;
  }
}

TEST_P(ManagerTest, DestroyingAnAdapterWaitsForItsRequests) {
  const auto poa = root_->create_POA("x", manager(), {});
  const auto reference = poa->id_to_reference(poa->activate_object(servant_));
  const auto object = IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
  Signal entered;
  Signal go_on;
  servant_->on_ping = [&] {
    entered.set();
    go_on.wait();
  };
  std::thread caller([&] { object->ping(); });
  entered.wait();
  std::atomic<bool> destroyed{false};
  std::thread destroyer([&] {
    poa->destroy(true, true);
    destroyed = true;
  });
  // At some moment it stops accepting requests; the one in progress continues.
  while (takes_requests(*object)) std::this_thread::yield();
  EXPECT_RAISES(object->count(), CORBA::OBJECT_NOT_EXIST, minor::object_not_exist_no_adapter);
  EXPECT_FALSE(destroyed);
  go_on.set();
  destroyer.join();
  caller.join();
}

TEST_P(ManagerTest, WaitingWithinAnUpcallIsRefused) {
  const auto object = counter();
  int refused = 0;
  const auto refuses = [&](auto&& what) {
    try {
      what();
    } catch (const CORBA::BAD_INV_ORDER& order) {
      if (order.minor() == minor::bad_inv_order_would_deadlock) ++refused;
    }
  };
  servant_->on_ping = [&] {
    refuses([&] { manager()->hold_requests(true); });
    refuses([&] { manager()->discard_requests(true); });
    refuses([&] { manager()->deactivate(false, true); });
    refuses([&] { root_->destroy(true, true); });
    refuses([&] { server_->shutdown(true); });
    refuses([&] { server_->destroy(); });
  };
  object->ping();
  EXPECT_EQ(refused, 6);
  EXPECT_EQ(manager()->get_state(), State::ACTIVE);
}

TEST_P(ManagerTest, CurrentSaysWhatTheUpcallIsAbout) {
  const auto current = IDL::traits<Current>::narrow(server_->resolve_initial_references("POACurrent"));
  EXPECT_THROW(current->get_POA(), Current::NoContext);
  EXPECT_THROW(current->get_object_id(), Current::NoContext);
  EXPECT_THROW(current->get_reference(), Current::NoContext);
  EXPECT_THROW(current->get_servant(), Current::NoContext);
  const auto object = counter();
  const auto inner_servant = CORBA::make_reference<CounterServant>();
  const auto inner = IDL::traits<Sample::Counter>::narrow(root_->servant_to_reference(inner_servant));
  const auto id = root_->servant_to_id(servant_);
  int checked = 0;
  const auto check = [&](const ObjectId& expected, const CORBA::servant_reference<Servant>& servant) {
    EXPECT_EQ(&*current->get_POA(), &*root_);
    EXPECT_EQ(current->get_object_id(), expected);
    EXPECT_EQ(root_->reference_to_id(current->get_reference()), expected);
    EXPECT_EQ(&*current->get_servant(), &*servant);
    ++checked;
  };
  inner_servant->on_ping = [&] { check(root_->servant_to_id(inner_servant), inner_servant); };
  servant_->on_ping = [&] {
    check(id, servant_);
    inner->ping();
    check(id, servant_);
    EXPECT_EQ(root_->reference_to_id(servant_->_this()), id);
  };
  object->ping();
  EXPECT_EQ(checked, 3);
  EXPECT_THROW(current->get_POA(), Current::NoContext);
}

TEST_P(ManagerTest, AServantThatThrowsLeavesNoContextBehind) {
  const auto current = IDL::traits<Current>::narrow(server_->resolve_initial_references("POACurrent"));
  const auto object = counter();
  EXPECT_THROW(object->act("bad"), Sample::Bad);
  EXPECT_THROW(object->act("runtime"), CORBA::UNKNOWN);
  EXPECT_THROW(current->get_POA(), Current::NoContext);
  root_->the_POAManager()->hold_requests(true);
}

TEST_P(ManagerTest, OneThreadAtATime) {
  const auto poa =
      root_->create_POA("serial", manager(),
                        {root_->create_thread_policy(ThreadPolicyValue::SINGLE_THREAD_MODEL),
                         root_->create_implicit_activation_policy(ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION)});
  const auto reference = poa->servant_to_reference(servant_);
  const auto object = IDL::traits<Sample::Counter>::narrow(GetParam() ? reference : at_client(reference));
  int inside = 0;  // guarded by nothing but the policy
  int most = 0;
  servant_->on_ping = [&] {
    most = std::max(most, ++inside);
    std::this_thread::yield();
    --inside;
  };
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      for (int j = 0; j < 100; ++j) object->ping();
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(most, 1);
  // A nested call to the same adapter, by the thread that is in it, is allowed.
  servant_->on_ping = [&] {
    servant_->on_ping = nullptr;
    IDL::traits<Sample::Counter>::narrow(reference)->ping();
  };
  object->ping();
  EXPECT_EQ(servant_->pings, 402);
}

TEST_F(OrbTest, ANewRootHoldsItsRequests) {
  const auto orb = make_orb(network_, {"fresh"});
  const auto root = IDL::traits<POA>::narrow(orb->resolve_initial_references("RootPOA"));
  EXPECT_EQ(root->the_POAManager()->get_state(), State::HOLDING);
  const auto object = IDL::traits<Sample::Counter>::narrow(
      client_->string_to_object(orb->object_to_string(root->servant_to_reference(servant_))));
  network_.own_threads = true;
  std::thread caller([&] { EXPECT_RAISES(object->ping(), CORBA::TRANSIENT, minor::transient_poa_destroyed); });
  while (network_.entered < 2) std::this_thread::yield();  // bound, and called
  orb->destroy();
  caller.join();
}

}  // namespace
}  // namespace dimma::test
