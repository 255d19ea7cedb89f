// Entering, leaving and closing an object that a servant incarnates.

#include "unit/orb/counter_servant.hpp"
#include "unit/orb/upcall/object_owner.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

namespace dimma::orb {
namespace {

using test::Gate;
using test::Owner;

class ActiveObjects : public testing::Test {
 protected:
  const std::shared_ptr<Owner> owner_ = std::make_shared<Owner>();
  const std::shared_ptr<ActiveObject> object_ =
      std::make_shared<ActiveObject>(owner_, "id", CORBA::make_reference<test::CounterServant>()._shared());
};

TEST_F(ActiveObjects, AreIdleWhenAsManyHaveLeftAsEntered) {
  EXPECT_TRUE(object_->idle());
  ASSERT_TRUE(object_->enter());
  ASSERT_TRUE(object_->enter());
  object_->exit();
  EXPECT_FALSE(object_->idle());
  object_->exit();
  EXPECT_TRUE(object_->idle());
  EXPECT_EQ(object_->id(), "id");
}

TEST_F(ActiveObjects, AreReleasedAtOnceWhenTheyAreClosedIdle) {
  object_->close();
  EXPECT_EQ(owner_->times_released, 1);
  EXPECT_FALSE(object_->enter());
  EXPECT_EQ(test::CounterServant::alive, 0);
}

TEST_F(ActiveObjects, AreReleasedByTheLastThatLeaves) {
  ASSERT_TRUE(object_->enter());
  ASSERT_TRUE(object_->enter());
  object_->close();
  EXPECT_FALSE(object_->enter());
  object_->exit();
  EXPECT_EQ(owner_->times_released, 0);
  EXPECT_EQ(test::CounterServant::alive, 1);
  object_->exit();
  EXPECT_EQ(owner_->times_released, 1);
}

TEST_F(ActiveObjects, AreNotEnteredWhileTheGateIsNotOpen) {
  for (const Gate closed : {Gate::HOLDING, Gate::DISCARDING, Gate::INACTIVE}) {
    owner_->state = closed;
    EXPECT_FALSE(object_->enter_if_open());
    EXPECT_TRUE(object_->idle());
  }
  owner_->state = Gate::ACTIVE;
  EXPECT_TRUE(object_->enter_if_open());
  object_->exit();
}

TEST_F(ActiveObjects, AreWaitedForUntilTheyAreIdle) {
  ASSERT_TRUE(object_->enter());
  std::atomic<bool> has_left{false};
  std::thread upcall([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    has_left = true;
    object_->exit();
  });
  object_->wait_until_idle();
  EXPECT_TRUE(has_left);
  upcall.join();
}

TEST_F(ActiveObjects, AreReleasedOnceAmongManyThreads) {
  for (int round = 0; round < 200; ++round) {
    const auto owner = std::make_shared<Owner>();
    auto object = std::make_shared<ActiveObject>(owner, "id", CORBA::make_reference<test::CounterServant>()._shared());
    std::atomic<bool> has_left_behind{false};
    std::vector<std::thread> callers;
    for (int i = 0; i < 3; ++i) {
      callers.emplace_back([&] {
        while (object->enter()) {
          auto& servant = dynamic_cast<test::CounterServant&>(object->servant());
          servant.ping();
          if (owner->times_released != 0) has_left_behind = true;
          object->exit();
        }
      });
    }
    object->close();
    for (auto& caller : callers) caller.join();
    EXPECT_EQ(owner->times_released, 1);
    EXPECT_FALSE(has_left_behind) << "released while it was in use";
    EXPECT_TRUE(object->idle());
  }
}

}  // namespace
}  // namespace dimma::orb
