// The observers of <dimma/shutdown.hpp>: which ones are notified before an ORB is shut down, when, and how long the ORB
// waits for them.

#include "unit/common/system_view.hpp"
#include "unit/orb/orb_fixture.hpp"

#include <dimma/shutdown.hpp>

#include <atomic>
#include <thread>

namespace dimma::test {
namespace {

using Clock = std::chrono::steady_clock;

class Observer final : public ShutdownObserver {
 public:
  void begin_shutdown() noexcept override {
    ++begun;
    if (on_begin) on_begin();
  }
  void await_shutdown(Clock::time_point deadline) noexcept override {
    awaited_after_all_began = awaited_after_all_began && *began_in_all == expected_in_all;
    if (waits_for_ever) std::this_thread::sleep_until(deadline);
    if (waits_for_others) let_others_block();
    ++awaited;
    last_deadline = deadline;
  }

  std::atomic<int>* began_in_all = &begun;
  int expected_in_all = 1;
  std::function<void()> on_begin;
  bool waits_for_ever = false;
  bool waits_for_others = false;  // until they wait, too
  std::atomic<int> begun{0};
  std::atomic<int> awaited{0};
  bool awaited_after_all_began = true;
  Clock::time_point last_deadline;
};

TEST_F(OrbTest, ObserversAreToldWhileTheOrbWorks) {
  network_.own_threads = true;
  const auto object = remote();
  const auto observer = std::make_shared<Observer>();
  observer->on_begin = [&] { object->ping(); };
  observe_shutdown(server_, observer);
  server_->shutdown(true);
  EXPECT_EQ(servant_->pings, 1);
  EXPECT_EQ(observer->awaited, 1);
  server_->shutdown(true);
  server_->destroy();
  EXPECT_EQ(observer->begun, 1);
}

TEST_F(OrbTest, AllObserversBeginBeforeOneIsWaitedFor) {
  std::atomic<int> began{0};
  std::vector<std::shared_ptr<Observer>> observers;
  for (int i = 0; i < 3; ++i) {
    auto& observer = *observers.emplace_back(std::make_shared<Observer>());
    observer.on_begin = [&] { ++began; };
    observer.began_in_all = &began;
    observer.expected_in_all = 3;
    observer.waits_for_ever = true;
    observe_shutdown(server_, observers.back());
  }
  server_->destroy();
  for (const auto& observer : observers) {
    EXPECT_TRUE(observer->awaited_after_all_began);
    EXPECT_EQ(observer->awaited, 1);
    EXPECT_EQ(observer->last_deadline, observers.front()->last_deadline);
  }
}

TEST_F(OrbTest, AnObserverThatHasGoneIsNotTold) {
  int told = 0;
  auto observer = std::make_shared<Observer>();
  observer->on_begin = [&] { ++told; };
  observe_shutdown(server_, observer);
  observer.reset();
  server_->shutdown(true);
  EXPECT_EQ(told, 0);
}

TEST_F(OrbTest, ItIsTooLateToObserve) {
  server_->shutdown(true);
  EXPECT_RAISES(observe_shutdown(server_, std::make_shared<Observer>()), CORBA::BAD_INV_ORDER,
                minor::bad_inv_order_orb_shut_down);
}

// One thread notifies the observers; both return when the ORB has been shut down.
TEST_F(OrbTest, TwoThreadsShutDownWhileAnObserverWaits) {
  const auto observer = std::make_shared<Observer>();
  observer->waits_for_others = true;
  observe_shutdown(server_, observer);
  const auto shut_down = [&] {
    server_->shutdown(true);
    EXPECT_EQ(observer->awaited, 1);
    EXPECT_RAISES(server_->work_pending(), CORBA::BAD_INV_ORDER, minor::bad_inv_order_orb_shut_down);
  };
  std::thread other(shut_down);
  shut_down();
  other.join();
  EXPECT_EQ(observer->begun, 1);
}

TEST_F(OrbTest, AnObserverMayShutDownToo) {
  const auto observer = std::make_shared<Observer>();
  observer->on_begin = [&] { server_->shutdown(false); };
  observe_shutdown(server_, observer);
  server_->shutdown(true);
  EXPECT_EQ(observer->awaited, 1);
}

}  // namespace
}  // namespace dimma::test
