// Several trees on one store, as several services have them, changed at the same time.

#include "tree_fixture.hpp"

#include <atomic>
#include <functional>
#include <random>
#include <thread>

using namespace naming_tree;

namespace {

void on_threads(int count, const std::function<void(int)>& work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([&work, i] { work(i); });
  for (std::thread& thread : threads) thread.join();
}

TEST(TreeRaces, OneOfManyMakesTheTree) {
  for (int round = 0; round < 20; ++round) {
    const auto store = store_in_memory();
    std::vector<ContextId> ids(4);
    on_threads(4, [&](int i) { ids[static_cast<std::size_t>(i)] = Tree(*store).id(); });
    for (const ContextId& id : ids) EXPECT_EQ(id, ids[0]);
  }
}

TEST(TreeRaces, OneOfManyBindsAName) {
  const auto store = store_in_memory();
  constexpr int names = 200;
  std::vector<std::atomic<int>> bound(names);
  on_threads(4, [&](int i) {
    Tree tree(*store);
    for (int n = 0; n < names; ++n) {
      try {
        tree.bind({}, name({{std::to_string(n), ""}}), object(std::to_string(i)), Binding::only_new);
        ++bound[static_cast<std::size_t>(n)];
      } catch (const NamingContext::AlreadyBound&) {
        EXPECT_NE(tree.resolve({}, name({{std::to_string(n), ""}})).reference, std::to_string(i));
      }
    }
  });
  for (const auto& times : bound) EXPECT_EQ(times, 1);
}

TEST(TreeRaces, NoBindingIsInAContextThatHasBeenDestroyed) {
  const auto store = store_in_memory();
  Tree maker(*store);
  for (int round = 0; round < 200; ++round) {
    const ContextId context = maker.new_context();
    std::atomic<int> bound{0};
    std::atomic<int> destroyed{0};
    on_threads(2, [&](int i) {
      Tree tree(*store);
      try {
        if (i == 0) {
          tree.bind({context, 0, {}}, name({{"x", ""}}), object("x"), Binding::only_new);
          ++bound;
        } else {
          tree.destroy(context);
          ++destroyed;
        }
      } catch (const ContextGone&) {
        EXPECT_EQ(i, 0);
      } catch (const NamingContext::NotEmpty&) {
        EXPECT_EQ(i, 1);
      }
    });
    EXPECT_EQ(bound + destroyed, 1);
    EXPECT_EQ(maker.exists(context), bound == 1);
  }
}

TEST(TreeRaces, ReplacingNeverChangesTheType) {
  const auto store = store_in_memory();
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  on_threads(4, [&](int i) {
    Tree tree(*store);
    std::mt19937 random(seed + static_cast<unsigned>(i));
    const Name fought = name({{"fought", "over"}});
    for (int n = 0; n < 500; ++n) {
      try {
        switch (random() % 3) {
          case 0:
            tree.bind({}, fought, object("o"), Binding::replacing);
            break;
          case 1:
            tree.bind({}, fought, foreign("c"), Binding::replacing);
            break;
          default:
            tree.unbind({}, fought);
        }
        // Either result is whole.
        const Bound found = tree.resolve({}, fought);
        EXPECT_EQ(found.reference, found.type == BindingType::nobject ? "o" : "c");
      } catch (const NamingContext::NotFound&) {
        // The name has the other type, or does not exist.
      } catch (const CORBA::TRANSIENT&) {
        // Other changes came first repeatedly.
      }
    }
  });
}

}  // namespace
