// The channel of a reference, replaced while calls go through it.

#include "orb/reference/binding/channel_slots.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace dimma::orb {
namespace {

class Channel final : public channel::ClientChannel {
 public:
  explicit Channel(int its_number = 0) : number(its_number) {}
  ~Channel() override { alive = false; }
  channel::Outcome call(channel::Request& /*request*/) override { return {}; }
  channel::Located locate(channel::Outcome& /*forward*/, Deadline /*deadline*/) override {
    return channel::Located::unknown_object;
  }
  void close() noexcept override {}
  std::vector<channel::Fact> describe() const override { return {}; }

  const int number;
  std::atomic<bool> alive{true};
};

int number_of(const ChannelSlots::Use& use) { return dynamic_cast<Channel&>(use.channel()).number; }

TEST(ChannelSlots, AreEmptyUntilThereIsAChannel) {
  ChannelSlots slots;
  EXPECT_FALSE(slots.use());
  slots.drop();
  slots.set(std::make_shared<Channel>(7), 3, true);
  const auto use = slots.use();
  ASSERT_TRUE(use);
  EXPECT_EQ(number_of(use), 7);
  EXPECT_EQ(use.profile(), 3U);
  EXPECT_TRUE(use.forwarded());
}

TEST(ChannelSlots, ReleaseAChannelWhenItsLastUseEnds) {
  ChannelSlots slots;
  auto first = std::make_shared<Channel>(1);
  const std::weak_ptr<Channel> watched = first;
  slots.set(std::move(first), 0, false);
  {
    const auto before = slots.use();
    slots.set(std::make_shared<Channel>(2), 0, false);
    EXPECT_EQ(number_of(before), 1);
    EXPECT_EQ(number_of(slots.use()), 2);
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(ChannelSlots, DropOnlyWhatTheUseWasOf) {
  ChannelSlots slots;
  slots.set(std::make_shared<Channel>(1), 0, false);
  const auto old = slots.use();
  slots.set(std::make_shared<Channel>(2), 0, false);
  slots.drop(old);
  EXPECT_EQ(number_of(slots.use()), 2) << "somebody else has bound meanwhile";
  slots.drop(slots.use());
  EXPECT_FALSE(slots.use());
  slots.set(std::make_shared<Channel>(3), 0, false);
  slots.drop();
  EXPECT_FALSE(slots.use());
}

TEST(ChannelSlots, GiveNobodyAChannelThatIsGone) {
  constexpr int replacements = 5'000;
  ChannelSlots slots;
  std::atomic<bool> over{false};
  std::atomic<int> uses_of_the_dead{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 3; ++i) {
    callers.emplace_back([&, drops = i == 0] {
      while (!over) {
        const auto use = slots.use();
        if (!use) continue;
        const auto& channel = dynamic_cast<Channel&>(use.channel());
        if (!channel.alive) ++uses_of_the_dead;
        if (drops) slots.drop(use);
        if (!channel.alive) ++uses_of_the_dead;
      }
    });
  }
  for (int i = 0; i < replacements; ++i) slots.set(std::make_shared<Channel>(i), 0, false);
  over = true;
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(uses_of_the_dead, 0);
}

}  // namespace
}  // namespace dimma::orb
