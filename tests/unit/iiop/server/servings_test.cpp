// The buffers that threads serve with: kept for the next thread, and released when they are large and not used.

#include "iiop/server/core/servings.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace dimma::iiop {
namespace {

class Connection final : public ServedConnection {
 public:
  void start() override {}
  void close(const char* /*why*/) noexcept override {}
  bool close_if_idle() noexcept override { return false; }
  void check_upcall(std::uint32_t /*tick*/) noexcept override { ++looks; }
  void check_replies() noexcept override {}
  ConnectionUse use() const noexcept override { return {}; }
  std::shared_ptr<dimma::LoanArena> loans() const noexcept override { return nullptr; }

  int looks = 0;
};

class ServingsOf : public testing::Test {
 protected:
  void look() {
    servings_.for_each_watched([](ServedConnection& connection) { connection.check_upcall(1); });
  }

  ServingRules rules_{Settings{}, EngineeringQoS{}};
  Servings servings_{rules_, false};
};

TEST_F(ServingsOf, AreUsedAgain) {
  auto one = servings_.take(nullptr);
  auto other = servings_.take(nullptr);
  const auto* const first = one.get();
  servings_.give_back(std::move(one));
  EXPECT_EQ(servings_.take(nullptr).get(), first);
  servings_.discard(std::move(other));
}

TEST_F(ServingsOf, TellWhichConnectionsAreServed) {
  Connection connection;
  auto one = servings_.take(&connection);
  auto other = servings_.take(&connection);
  auto unwatched = servings_.take(nullptr);
  look();
  EXPECT_EQ(connection.looks, 2);
  servings_.give_back(std::move(one));
  look();
  EXPECT_EQ(connection.looks, 3);
  servings_.discard(std::move(other));
  look();
  EXPECT_EQ(connection.looks, 3);
}

TEST_F(ServingsOf, GiveTheMemoryOfLongRepliesBackWhenItIsNotUsed) {
  auto serving = servings_.take(nullptr);
  EXPECT_FALSE(servings_.give_back(std::move(serving))) << "an ordinary one";
  serving = servings_.take(nullptr);
  {
    const std::vector<std::byte> octets(std::size_t{8} << 20);
    cdr::Encoder out(serving->reply, std::endian::native);
    out.put_octets(octets);
  }
  EXPECT_TRUE(servings_.give_back(std::move(serving)));
  EXPECT_TRUE(servings_.keeps_memory());
  EXPECT_TRUE(servings_.age()) << "it may have been used just now";
  EXPECT_FALSE(servings_.age());
  EXPECT_FALSE(servings_.keeps_memory());
}

TEST_F(ServingsOf, KeepOnlySome) {
  std::vector<std::unique_ptr<Serving>> all;
  for (int i = 0; i < 40; ++i) all.push_back(servings_.take(nullptr));
  for (auto& serving : all) servings_.give_back(std::move(serving));
  Connection connection;
  for (auto& serving : all) serving = servings_.take(&connection);
  look();
  EXPECT_EQ(connection.looks, 40);
}

}  // namespace
}  // namespace dimma::iiop
