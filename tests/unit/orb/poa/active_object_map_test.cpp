// The active object map: ids, servants, and objects that are closed but not released yet.

#include "orb/poa/objects/active_object_map.hpp"
#include "orb/upcall/upcall_stack.hpp"
#include "unit/orb/counter_servant.hpp"
#include "unit/orb/upcall/object_owner.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>

namespace dimma::orb {
namespace {

using Added = ActiveObjectMap::Added;
using ServantOwner = std::shared_ptr<PortableServer::Servant>;

class ActiveObjectMapTest : public testing::Test {
 protected:
  std::shared_ptr<ActiveObject> object(std::string id, ServantOwner servant = new_servant()) const {
    return std::make_shared<ActiveObject>(owner_, std::move(id), std::move(servant));
  }
  static ServantOwner new_servant() { return CORBA::make_reference<test::CounterServant>()._shared(); }
  // Ends an object that has been removed, as its owner does.
  void release(const std::shared_ptr<ActiveObject>& object) {
    object->close();
    EXPECT_EQ(map_.released(*object), object);
  }

  const std::shared_ptr<test::Owner> owner_ = std::make_shared<test::Owner>();
  sync::Atomic<bool> is_destroyed_{false};
  ActiveObjectMap map_{is_destroyed_};
};

TEST_F(ActiveObjectMapTest, FindsObjectsByTheirIds) {
  const auto one = object("one");
  ASSERT_EQ(map_.add(one, true), Added::yes);
  EXPECT_EQ(map_.find("one"), one);
  EXPECT_EQ(map_.find("two"), nullptr);
  EXPECT_TRUE(map_.contains("one"));
  EXPECT_EQ(map_.all().size(), 1U);
  ASSERT_EQ(map_.enter("one"), one.get());
  EXPECT_FALSE(one->idle());
  one->exit();
  EXPECT_EQ(map_.enter("two"), nullptr);
}

TEST_F(ActiveObjectMapTest, HasOneObjectOfAnId) {
  ASSERT_EQ(map_.add(object("one"), false), Added::yes);
  EXPECT_EQ(map_.add(object("one"), false), Added::id_in_use);
}

TEST_F(ActiveObjectMapTest, RefusesAServantTwiceWithUniqueIds) {
  const auto servant = new_servant();
  ASSERT_EQ(map_.add(object("one", servant), true), Added::yes);
  EXPECT_EQ(map_.add(object("two", servant), true), Added::servant_in_use);
  EXPECT_FALSE(map_.contains("two"));
  EXPECT_EQ(map_.id_of(*servant), "one");
  release(map_.remove("one"));
  EXPECT_FALSE(map_.has_servant(*servant));
  EXPECT_EQ(map_.id_of(*servant), std::nullopt);
  EXPECT_EQ(map_.add(object("two", servant), true), Added::yes);
}

TEST_F(ActiveObjectMapTest, CountsTheObjectsOfAServant) {
  const auto servant = new_servant();
  ASSERT_EQ(map_.add(object("one", servant), false), Added::yes);
  ASSERT_EQ(map_.add(object("two", servant), false), Added::yes);
  release(map_.remove("one"));
  EXPECT_TRUE(map_.has_servant(*servant));
  release(map_.remove("two"));
  EXPECT_FALSE(map_.has_servant(*servant));
}

TEST_F(ActiveObjectMapTest, AddsNothingToADestroyedAdapter) {
  is_destroyed_ = true;
  EXPECT_EQ(map_.add(object("one"), true), Added::adapter_destroyed);
  EXPECT_FALSE(map_.contains("one"));
}

TEST_F(ActiveObjectMapTest, ARemovedObjectIsClosingUntilItIsReleased) {
  const auto one = object("one");
  ASSERT_EQ(map_.add(one, true), Added::yes);
  EXPECT_FALSE(map_.is_closing("one"));
  ASSERT_EQ(map_.remove("one"), one);
  EXPECT_EQ(map_.remove("one"), nullptr);
  EXPECT_EQ(map_.enter("one"), nullptr);
  EXPECT_TRUE(map_.is_closing("one"));
  EXPECT_FALSE(map_.is_closing("two"));
  EXPECT_TRUE(map_.has_closed());
  release(one);
  EXPECT_FALSE(map_.is_closing("one"));
  EXPECT_FALSE(map_.has_closed());
  EXPECT_TRUE(map_.wait_while_closing("one"));
}

TEST_F(ActiveObjectMapTest, AnIncarnationIsNotClosingForItsOwnUpcall) {
  const auto one = object("one");
  ASSERT_EQ(map_.add(one, true), Added::yes);
  ASSERT_EQ(map_.remove("one"), one);
  UpcallFrame frame{};
  frame.object = one.get();
  push(frame);
  EXPECT_FALSE(map_.is_closing("one"));
  pop(frame);
  EXPECT_TRUE(map_.is_closing("one"));
  release(one);
}

TEST_F(ActiveObjectMapTest, AnIdMayBeUsedAgainWhileItsLastObjectIsClosing) {
  const auto first = object("one");
  const auto second = object("one");
  ASSERT_EQ(map_.add(first, true), Added::yes);
  ASSERT_EQ(map_.remove("one"), first);
  EXPECT_EQ(map_.add(second, true), Added::yes);
  EXPECT_EQ(map_.find("one"), second);
  release(first);
  EXPECT_EQ(map_.find("one"), second);
}

TEST_F(ActiveObjectMapTest, RemovesAllAtOnce) {
  const auto servant = new_servant();
  ASSERT_EQ(map_.add(object("one", servant), false), Added::yes);
  ASSERT_EQ(map_.add(object("two", servant), false), Added::yes);
  const auto all = map_.remove_all();
  EXPECT_EQ(all.size(), 2U);
  EXPECT_TRUE(map_.all().empty());
  EXPECT_FALSE(map_.has_servant(*servant));
  EXPECT_TRUE(map_.is_closing("one"));
  for (const auto& each : all) release(each);
  EXPECT_FALSE(map_.has_closed());
}

TEST_F(ActiveObjectMapTest, AnObjectOfOneRequestIsNeverActive) {
  const auto one = object("one");
  map_.add_closed(one);
  EXPECT_EQ(map_.find("one"), nullptr);
  EXPECT_FALSE(map_.has_servant(one->servant()));
  EXPECT_TRUE(map_.is_closing("one"));
  release(one);
}

TEST_F(ActiveObjectMapTest, ADestroyedAdapterIsDoneWhenItsLastObjectsAreRemovedAndReleased) {
  map_.wait_until_released();  // nothing is closed
  const auto one = object("one");
  ASSERT_EQ(map_.add(one, true), Added::yes);
  is_destroyed_ = true;
  auto done = std::async(std::launch::async, [this] { map_.wait_until_released(); });
  const auto is_done = [&done] { return done.wait_for(std::chrono::milliseconds(5)) == std::future_status::ready; };
  EXPECT_FALSE(is_done());
  ASSERT_EQ(map_.remove("one"), one);
  map_.no_more();
  EXPECT_FALSE(is_done());
  release(one);
  done.get();
}

}  // namespace
}  // namespace dimma::orb
