#include "reactor/posted_queue.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace {

using dimma::reactor::PostedQueue;

TEST(PostedQueue, KeepsTheOrderHoweverManyWait) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    PostedQueue<int> queue;
    std::deque<int> expected;
    const unsigned pushes_of_ten = 3 + seed % 5;  // more, as many or fewer than are taken
    for (int i = 0; i < 5000; ++i) {
      ASSERT_EQ(queue.empty(), expected.empty());
      if (random() % 10 < pushes_of_ten) {
        queue.push(i);
        expected.push_back(i);
      } else if (!expected.empty()) {
        ASSERT_EQ(queue.pop(), expected.front());
        expected.pop_front();
      }
    }
    for (const int left : expected) ASSERT_EQ(queue.pop(), left);
    EXPECT_TRUE(queue.empty());
  }
}

TEST(PostedQueue, ForgetsThoseThatMatch) {
  PostedQueue<int> queue;
  for (int i = 0; i < 10; ++i) queue.push(i);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(queue.pop(), i);
  queue.erase_if([](int value) { return value % 2 == 0; });
  for (const int left : {5, 7, 9}) EXPECT_EQ(queue.pop(), left);
  EXPECT_TRUE(queue.empty());
  queue.push(1);
  queue.push(2);
  queue.pop();
  queue.erase_if([](int) { return true; });
  EXPECT_TRUE(queue.empty());
  queue.push(3);
  EXPECT_EQ(queue.pop(), 3);
}

}  // namespace
