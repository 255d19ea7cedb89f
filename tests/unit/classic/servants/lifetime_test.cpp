// How long servants live, and who holds them.

#include "fixture.hpp"

#include <dimma/classic/servant_var.hpp>

#include <latch>
#include <memory>
#include <thread>
#include <vector>

namespace classic_test {
namespace {

using Lifetime = ServantsTest;
using Servants = PortableServer::Servant_var<CountingServant>;

class Refcounted : public CountingServant, public virtual PortableServer::RefCountServantBase {};

// Activates itself while it is being constructed.
class SelfActivating : public CountingServant {
 public:
  SelfActivating() : self(_this()) {}
  const classic_sample::Counter_var self;
};

TEST_F(Lifetime, AServantBeginsWithOneReferenceAndEndsWithTheLast) {
  auto* const servant = new Refcounted;
  EXPECT_EQ(servant->_refcount_value(), 1U);
  servant->_add_ref();
  EXPECT_EQ(servant->_refcount_value(), 2U);
  servant->_remove_ref();
  EXPECT_EQ(CountingServant::alive, 1);
  servant->_remove_ref();
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, ACopyIsANewServant) {
  class Plain : public PortableServer::ServantBase {};
  Plain servant;
  servant._add_ref();
  const Plain copy(servant);
  EXPECT_EQ(copy._refcount_value(), 1U);
  Plain assigned;
  assigned = servant;
  EXPECT_EQ(assigned._refcount_value(), 1U);
}

TEST_F(Lifetime, AServantVarHoldsOneReference) {
  Servants first(new CountingServant);
  {
    const Servants second(first);
    const PortableServer::ServantBase_var base(first);
    EXPECT_EQ(first->_refcount_value(), 3U);
  }
  EXPECT_EQ(first->_refcount_value(), 1U);
  const auto& itself = first;
  first = itself;
  EXPECT_EQ(CountingServant::alive, 1);
  first = new CountingServant;
  EXPECT_EQ(CountingServant::alive, 1);
  CountingServant* const taken = first._retn();
  EXPECT_EQ(first.in(), nullptr);
  first.out() = taken;
  first = static_cast<CountingServant*>(nullptr);
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, ThePoaHoldsAnActiveServantOnce) {
  auto* const servant = new CountingServant;
  const PortableServer::ObjectId_var id(root->activate_object(servant));
  EXPECT_EQ(servant->_refcount_value(), 2U);
  const PortableServer::POA_var other(child("other"));
  const PortableServer::ObjectId_var there(other->activate_object(servant));
  EXPECT_EQ(servant->_refcount_value(), 2U);
  servant->_remove_ref();
  root->deactivate_object(id.in());
  EXPECT_EQ(CountingServant::alive, 1);
  other->deactivate_object(there.in());
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, AServantMayBeActivatedAgain) {
  CountingServant servant;
  for (int i = 0; i < 3; ++i) {
    const PortableServer::ObjectId_var id(root->activate_object(&servant));
    EXPECT_THROW(root->activate_object(&servant), PortableServer::POA::ServantAlreadyActive);
    root->deactivate_object(id.in());
    EXPECT_EQ(servant._refcount_value(), 1U);
  }
}

TEST_F(Lifetime, ThisActivatesInTheDefaultPoaAndAlwaysReturnsTheSameObject) {
  CountingServant servant;
  const classic_sample::Counter_var first(servant._this());
  const classic_sample::Base_var second(static_cast<POA_classic_sample::Base&>(servant)._this());
  EXPECT_TRUE(first->_is_equivalent(second.in()));
  const PortableServer::ObjectId_var id(root->reference_to_id(first.in()));
  const PortableServer::ObjectId_var same(root->servant_to_id(&servant));
  EXPECT_TRUE(std::equal(id->get_buffer(), id->get_buffer() + id->length(), same->get_buffer()));
  root->deactivate_object(id.in());
}

TEST_F(Lifetime, ThisIsTheOnlyObjectOfTheServantInAnyPoa) {
  CountingServant servant;
  const PortableServer::POA_var other(child("other"));
  const PortableServer::ObjectId_var id(other->activate_object(&servant));
  const classic_sample::Counter_var object(servant._this());
  const CORBA::Object_var same(other->id_to_reference(id.in()));
  EXPECT_TRUE(object->_is_equivalent(same.in()));
  EXPECT_THROW(root->reference_to_id(object.in()), PortableServer::POA::WrongAdapter);
  other->deactivate_object(id.in());
}

TEST_F(Lifetime, AServantMayActivateItselfInItsConstructor) {
  SelfActivating servant;
  EXPECT_EQ(over_tcp(servant.self.in())->add(2), 2);
  EXPECT_EQ(servant.self->add(2), 4);
}

TEST_F(Lifetime, ThisFailsWithoutImplicitActivationAndLeavesNoReference) {
  class Elsewhere : public CountingServant {
   public:
    explicit Elsewhere(PortableServer::POA_ptr poa) : poa_(PortableServer::POA::_duplicate(poa)) {}
    PortableServer::POA_ptr _default_POA() override { return PortableServer::POA::_duplicate(poa_.in()); }

   private:
    const PortableServer::POA_var poa_;
  };
  const PortableServer::POA_var explicit_only(child("explicit"));
  Elsewhere servant(explicit_only.in());
  EXPECT_THROW(servant._this(), PortableServer::POA::ServantNotActive);
  EXPECT_EQ(servant._refcount_value(), 1U);
  const PortableServer::ObjectId_var id(explicit_only->activate_object(&servant));
  const classic_sample::Counter_var object(servant._this());
  EXPECT_EQ(over_tcp(object.in())->add(1), 1);
  const PortableServer::POA_var default_poa(servant._default_POA());
  EXPECT_TRUE(default_poa->_is_equivalent(explicit_only.in()));
  explicit_only->deactivate_object(id.in());
}

TEST_F(Lifetime, AServantThatIsDestroyedWhileItIsActiveIsNotCalled) {
  auto servant = std::make_unique<CountingServant>();
  const classic_sample::Counter_var object(servant->_this());
  const auto remote = over_tcp(object.in());
  EXPECT_EQ(remote->add(1), 1);
  servant.reset();
  EXPECT_THROW(remote->add(1), ::CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(here(object.in())->add(1), ::CORBA::OBJECT_NOT_EXIST);
  EXPECT_THROW(object->add(1), CORBA::OBJECT_NOT_EXIST);
  EXPECT_TRUE(remote->_non_existent());
  const PortableServer::ObjectId_var id(root->reference_to_id(object.in()));
  EXPECT_THROW(root->id_to_servant(id.in()), PortableServer::POA::ObjectNotActive);
  root->deactivate_object(id.in());
}

TEST_F(Lifetime, AServantIsDestroyedWhenItsLastRequestHasEnded) {
  class Leaving : public CountingServant {
   public:
    explicit Leaving(PortableServer::POA_ptr poa) : poa_(PortableServer::POA::_duplicate(poa)) {}
    void ping() override {
      const classic_sample::Counter_var self(_this());
      const PortableServer::ObjectId_var id(poa_->reference_to_id(self.in()));
      poa_->deactivate_object(id.in());
      _remove_ref();
      EXPECT_EQ(alive, 1);
      EXPECT_EQ(_refcount_value(), 1U);
    }

   private:
    const PortableServer::POA_var poa_;
  };
  auto* const servant = new Leaving(root.in());
  const classic_sample::Counter_var object(servant->_this());
  over_tcp(object.in())->ping();
  root->destroy(false, true);  // waits until the server has left the request
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, OneBridgeServesThreadsThatActivateTogether) {
  auto* const servant = new CountingServant;
  constexpr int threads = 8;
  std::latch begin(threads);
  std::vector<std::thread> activating;
  std::atomic<int> activated{0};
  for (int i = 0; i < threads; ++i) {
    activating.emplace_back([&] {
      begin.arrive_and_wait();
      try {
        const PortableServer::ObjectId_var id(root->activate_object(servant));
        ++activated;
      } catch (const PortableServer::POA::ServantAlreadyActive&) {  // NOLINT: expected of all but one
      }
    });
  }
  for (auto& thread : activating) thread.join();
  EXPECT_EQ(activated, 1);
  EXPECT_EQ(servant->_refcount_value(), 2U);
  servant->_remove_ref();
  const PortableServer::ObjectId_var id(root->servant_to_id(servant));
  root->deactivate_object(id.in());
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, ServantsAreDestroyedBesideCalls) {
  constexpr int rounds = 50;
  for (int round = 0; round < rounds; ++round) {
    auto* const servant = new CountingServant;
    const classic_sample::Counter_var object(servant->_this());
    const auto remote = over_tcp(object.in());
    std::latch called(3);
    const auto call_until_gone = [&](auto call) {
      try {
        call();
        called.count_down();
        for (;;) call();
      } catch (const ::CORBA::OBJECT_NOT_EXIST&) {  // NOLINT: the object has been deactivated
      } catch (const CORBA::OBJECT_NOT_EXIST&) {    // NOLINT: the object has been deactivated
      }
    };
    std::thread first([&] { call_until_gone([&] { remote->add(1); }); });
    std::thread second([&] { call_until_gone([&] { object->add(1); }); });
    called.arrive_and_wait();
    const PortableServer::ObjectId_var id(root->servant_to_id(servant));
    root->deactivate_object(id.in());
    servant->_remove_ref();
    first.join();
    second.join();
  }
  root->destroy(false, true);
  EXPECT_EQ(CountingServant::alive, 0);
}

TEST_F(Lifetime, DestroyingTheOrbReleasesActiveServants) {
  auto* const servant = new CountingServant;
  const classic_sample::Counter_var object(servant->_this());
  servant->_remove_ref();
  EXPECT_EQ(CountingServant::alive, 1);
  orb->shutdown(true);
  EXPECT_EQ(CountingServant::alive, 0);
}

}  // namespace
}  // namespace classic_test
