// A value that is replaced while it is used.

#include "base/sync/replaceable.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace dimma {
namespace {

struct Thing {
  explicit Thing(int its_number) : number(its_number) {}
  ~Thing() { is_alive = false; }
  const int number;
  std::atomic<bool> is_alive{true};
};
using Things = Replaceable<std::shared_ptr<Thing>, 64>;

TEST(Replaceable, IsEmptyUntilThereIsAValue) {
  Things things;
  EXPECT_FALSE(things.use());
  things.drop();
  things.set(std::make_shared<Thing>(7));
  const auto use = things.use();
  ASSERT_TRUE(use);
  EXPECT_EQ((*use)->number, 7);
}

TEST(Replaceable, ReleasesAValueWhenItsLastUseEnds) {
  Things things;
  auto first = std::make_shared<Thing>(1);
  const std::weak_ptr<Thing> watched = first;
  things.set(std::move(first));
  {
    const auto before = things.use();
    things.set(std::make_shared<Thing>(2));
    EXPECT_EQ((*before)->number, 1);
    EXPECT_EQ((*things.use())->number, 2);
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(Replaceable, KeepsAValueThatAUserHasCopied) {
  Things things;
  things.set(std::make_shared<Thing>(1));
  const std::shared_ptr<Thing> kept = *things.use();
  things.set(std::make_shared<Thing>(2));
  EXPECT_TRUE(kept->is_alive);
  EXPECT_EQ(kept.use_count(), 1);
}

TEST(Replaceable, GivesNobodyAValueThatIsGone) {
  constexpr int replacements = 5'000;
  Things things;
  things.set(std::make_shared<Thing>(0));
  std::atomic<bool> over{false};
  std::atomic<int> uses_of_the_dead{0};
  std::vector<std::thread> users;
  for (int i = 0; i < 3; ++i) {
    users.emplace_back([&, keeps = i == 0] {
      std::shared_ptr<Thing> kept;
      while (!over) {
        const auto use = things.use();
        if (!(*use)->is_alive) ++uses_of_the_dead;
        if (keeps) kept = *use;
        if (!(*use)->is_alive || (keeps && !kept->is_alive)) ++uses_of_the_dead;
      }
    });
  }
  for (int i = 1; i <= replacements; ++i) things.set(std::make_shared<Thing>(i));
  over = true;
  for (auto& user : users) user.join();
  EXPECT_EQ(uses_of_the_dead, 0);
}

}  // namespace
}  // namespace dimma
