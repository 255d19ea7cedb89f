// The object ids that an adapter with SYSTEM_ID assigns.

#include "orb/poa/objects/system_ids.hpp"

#include <gtest/gtest.h>

namespace dimma::orb {
namespace {

TEST(SystemIds, AreKnownOnceTheyAreAssigned) {
  SystemIds ids;
  const std::string first = ids.next();
  const std::string second = ids.next();
  EXPECT_EQ(first.size(), 8U);
  EXPECT_NE(first, second);
  EXPECT_TRUE(ids.may_have_assigned(first));
  EXPECT_TRUE(ids.may_have_assigned(second));
}

TEST(SystemIds, RefuseThoseOfOthers) {
  SystemIds ids;
  SystemIds ahead;
  ids.next();
  ahead.next();
  EXPECT_FALSE(ids.may_have_assigned(ahead.next()));
  EXPECT_FALSE(ids.may_have_assigned(std::string(8, '\0')));
  EXPECT_FALSE(ids.may_have_assigned("own name"));
  EXPECT_FALSE(ids.may_have_assigned(""));
}

TEST(SystemIds, OfPersistentObjectsDifferFromThoseOfOtherRuns) {
  sync::Atomic<std::uint64_t> count{0};
  sync::Atomic<std::uint64_t> count_before{0};
  SystemIds before(1, count_before);
  SystemIds ids(2, count);
  const std::string earlier = before.next();
  const std::string own = ids.next();
  EXPECT_EQ(own.size(), 16U);
  EXPECT_NE(own, earlier);
  EXPECT_TRUE(ids.may_have_assigned(own));
  EXPECT_TRUE(ids.may_have_assigned(earlier));  // their number is not known
  EXPECT_FALSE(ids.may_have_assigned(SystemIds().next()));
}

TEST(SystemIds, OfAdaptersThatShareTheCountGoOn) {
  sync::Atomic<std::uint64_t> count{0};
  const std::string first = SystemIds(2, count).next();
  SystemIds again(2, count);
  EXPECT_TRUE(again.may_have_assigned(first));
  EXPECT_NE(again.next(), first);
}

}  // namespace
}  // namespace dimma::orb
