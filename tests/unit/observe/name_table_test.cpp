#include "observe/name_table.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace dimma::observe {
namespace {

struct Kept {
  explicit Kept(std::string text) : name(std::move(text)) {}
  const std::string name;
};
constexpr std::size_t limit = 20;
using Table = NameTable<Kept, limit>;

TEST(NameTable, FindsTheSameForTheSameName) {
  Table table;
  Kept& a = table.find("a");
  EXPECT_EQ(a.name, "a");
  EXPECT_NE(&table.find("b"), &a);
  EXPECT_EQ(&table.find("a"), &a);
  EXPECT_EQ(table.find("").name, "");
}

TEST(NameTable, HasOneForAllNamesBeyondItsLimit) {
  Table table;
  for (std::size_t i = 0; i < 10 * limit; ++i) table.find("name" + std::to_string(i));
  EXPECT_EQ(table.find("another").name, "(others)");
  EXPECT_EQ(&table.find("another"), &table.find("yet another"));
  EXPECT_EQ(table.find("name3").name, "name3");
  std::size_t names = 0;
  table.each([&](const Kept&) { ++names; });
  EXPECT_GE(names, limit);
  EXPECT_LE(names, limit + 2);
}

TEST(NameTable, IsFilledByThreadsAtOnce) {
  Table table;
  std::vector<std::thread> threads;
  std::vector<std::vector<Kept*>> found(4);
  for (auto& mine : found) {
    threads.emplace_back([&] {
      for (std::size_t i = 0; i < limit; ++i) mine.push_back(&table.find(std::to_string(i)));
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& each : found) EXPECT_EQ(each, found.front());
}

}  // namespace
}  // namespace dimma::observe
