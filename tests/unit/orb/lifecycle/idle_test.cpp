// Connections that a server closes because they are idle, over IIOP: no call is lost, none is made twice.

#include "unit/common/rounds.hpp"
#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <chrono>
#include <random>
#include <string>

#include <unistd.h>

namespace dimma::test {

namespace {

class Idle : public AloneTest, public testing::WithParamInterface<const char*> {
 protected:
  Idle() : AloneTest(GetParam(), "2ms") {}

  std::uint64_t closed_as_idle() {
    const auto text = dimma::describe(root_).value("connections");
    const auto at = text.find(" closed as idle");
    const auto begin = at == std::string::npos ? at : text.rfind(' ', at - 1);
    if (begin != std::string::npos) return std::stoull(text.substr(begin + 1, at - begin));
    return 0;
  }
};

TEST_P(Idle, CallsAreServedOnceEach) {
  std::mt19937 random(2046);
  std::uniform_int_distribution<int> pauses(0, 14);
  std::int32_t calls = 0;
  while (calls < 3000 && closed_as_idle() < rounds(60)) {
    for (int pause = pauses(random); pause > 0; --pause) {
      ::usleep(500);
      // Without threads, this thread has to run the timers.
      if (server_->work_pending()) server_->perform_work();
    }
    for (int burst = 0; burst < 5; ++burst) ASSERT_EQ(object_->add(1), ++calls);
  }
  EXPECT_EQ(servant_->counted, calls);
  EXPECT_GE(closed_as_idle(), 50U);
}

INSTANTIATE_TEST_SUITE_P(Channels, Idle,
                         testing::Values("transport=tcp", "transport=tcp,processing=nullTask,messages=1",
                                         "transport=unix", "transport=shm"),
                         [](const auto& tested) { return "n" + std::to_string(tested.index); });

}  // namespace
}  // namespace dimma::test
