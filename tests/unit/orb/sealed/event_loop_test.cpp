// Functions that are posted to an event loop: part of a sealed request that is handed over to another thread.

#include "reactor/event_loop.hpp"

#include <dimma/sealed.hpp>

#include <gtest/gtest.h>

#include <chrono>

namespace dimma::test {
namespace {

using namespace std::chrono_literals;

class Counter final : public reactor::Waiter {
 public:
  void readable() noexcept override { ++called; }
  int called = 0;
};

TEST(SealedEventLoop, PostingTakesNothing) {
  constexpr int many = 1000;
  constexpr int at_once = 3;
  reactor::EventLoop loop;
  loop.poller();  // without threads the process's loop is made when it is first used
  Counter counter;
  for (int i = 0; i < many; ++i) {
    const dimma::sealed scope;
    for (int j = 0; j < at_once; ++j) loop.post(counter);
    for (int j = 0; j < at_once; ++j) loop.serve_one(1s);
    ASSERT_EQ(scope.used(), HeapUse{}) << "after " << i;
  }
  EXPECT_EQ(counter.called, many * at_once);
}

}  // namespace
}  // namespace dimma::test
