// Assertions: the message of one that fails, and that none is evaluated in a build without assertions.

#include "base/sync/assert.hpp"
#include "base/sync/one_at_a_time.hpp"
#include "base/sync/sync.hpp"

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

namespace dimma {
namespace {

enum class Colour : std::uint8_t { red, green = 7 };

using Point = std::pair<int, int>;

TEST(Assertion, ThatHoldsSaysNothing) {
  const int three = 3;
  const std::string text = "text";
  const auto owned = std::make_unique<int>(1);
  const int* const none = nullptr;
  DIMMA_ASSERT(three == 3);
  DIMMA_ASSERT(three != 4);
  DIMMA_ASSERT(three < 4);
  DIMMA_ASSERT(three <= 3);
  DIMMA_ASSERT(three > 2);
  DIMMA_ASSERT(three >= 3);
  DIMMA_ASSERT(three + 1 == 4);
  DIMMA_ASSERT(three == 3 && text == "text");
  DIMMA_ASSERT(three == 4 || !text.empty());
  DIMMA_ASSERT(owned);
  DIMMA_ASSERT(owned.get() != nullptr);
  DIMMA_ASSERT(none == nullptr);
  DIMMA_ASSERT(Point(1, 1) == Point(1, 1));
  DIMMA_ASSERT(Colour::red < Colour::green);
  DIMMA_ASSERT(std::optional<int>(3) == 3);
  DIMMA_ASSERT([] { return true; }());
}

// Compares mathematical values, with types of any sign and size.
TEST(Assertion, ComparesSignedNumbersWithUnsignedOnes) {
  const int minus_one = -1;
  const unsigned one = 1;
  DIMMA_ASSERT(minus_one < one);
  DIMMA_ASSERT(minus_one <= one);
  DIMMA_ASSERT(one > minus_one);
  DIMMA_ASSERT(one >= minus_one);
  DIMMA_ASSERT(minus_one != std::numeric_limits<unsigned>::max());
  DIMMA_ASSERT(std::size_t{3} == 3);
}

TEST(Assertion, EvaluatesItsConditionOnceWhereItIsOn) {
  int evaluations = 0;
  const auto evaluated = [&evaluations](bool value) {
    ++evaluations;
    return value;
  };
  DIMMA_ASSERT(evaluated(true));
  DIMMA_ASSERT(evaluated(true) != evaluated(false));
  EXPECT_EQ(evaluations, DIMMA_ASSERTIONS ? 3 : 0);
}

#if DIMMA_ASSERTIONS

using AssertionDeathTest = testing::Test;

TEST(AssertionDeathTest, PrintsItsConditionAndPlaceAndAborts) {
  const int line = __LINE__ + 1;
  const auto fails = [](bool is_right) { DIMMA_ASSERT(is_right); };
  const std::string place = "assert_test\\.cpp:" + std::to_string(line) + "\n";
  EXPECT_EXIT(fails(false), testing::KilledBySignal(SIGABRT),
              "^dimma: assertion failed: is_right \\(false\\) in operator\\(\\), .*" + place);
}

TEST(AssertionDeathTest, PrintsWhatWasCompared) {
  const int three = 3;
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_DEATH(DIMMA_ASSERT(three == 4), "three == 4 \\(3 and 4\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(three != 3), "three != 3 \\(3 and 3\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(three < 3), "three < 3 \\(3 and 3\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(three <= 2), "three <= 2 \\(3 and 2\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(three > 3), "three > 3 \\(3 and 3\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(three >= 4), "three >= 4 \\(3 and 4\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(-three == most), "-three == most \\(-3 and 18446744073709551615\\) in");
}

TEST(AssertionDeathTest, PrintsNumbersOfOtherSignAsTheyAre) {
  const int minus_one = -1;
  const unsigned one = 1;
  EXPECT_DEATH(DIMMA_ASSERT(minus_one > one), "minus_one > one \\(-1 and 1\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(minus_one == std::numeric_limits<unsigned>::max()), "\\(-1 and 4294967295\\) in");
}

TEST(AssertionDeathTest, PrintsPointersEnumeratorsAndStrings) {
  int value = 0;
  const int* const none = nullptr;
  const std::string text = "text";
  const char* const no_text = nullptr;
  const std::unique_ptr<int> owned;
  EXPECT_DEATH(DIMMA_ASSERT(no_text != nullptr), "\\(nullptr and nullptr\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(none), "none \\(nullptr\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(none == &value), "none == &value \\(nullptr and 0x[0-9a-f]+\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(&value == nullptr), "\\(0x[0-9a-f]+ and nullptr\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(Colour::red == Colour::green), "\\(0 and 7\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(text == "other"), "text == \"other\" \\(\"text\" and \"other\"\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(text.empty() == true), "\\(false and true\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(Point(1, 1) == Point(1, 2)), "\\(\\.\\.\\. and \\.\\.\\.\\) in");
  EXPECT_DEATH(DIMMA_ASSERT(owned), "owned \\(\\.\\.\\.\\) in");
}

TEST(AssertionDeathTest, PrintsNoOperandsOfSeveralComparisons) {
  const int three = 3;
  EXPECT_DEATH(DIMMA_ASSERT(three == 3 && three == 4), "failed: three == 3 && three == 4 in");
  EXPECT_DEATH(DIMMA_ASSERT(three == 4 || three == 5), "failed: three == 4 \\|\\| three == 5 in");
}

// The thread safety analysis would report these mistakes.
void misuse(sync::Mutex& mutex, void (sync::Mutex::*function)()) DIMMA_NO_THREAD_SAFETY_ANALYSIS {
  (mutex.*function)();
}

TEST(MutexDeathTest, KnowsTheThreadThatHoldsIt) {
  sync::Mutex mutex;
  EXPECT_DEATH(misuse(mutex, &sync::Mutex::unlock), "is_mine");
  EXPECT_DEATH(mutex.assert_held(), "is_mine");
  misuse(mutex, &sync::Mutex::lock);
  mutex.assert_held();
  EXPECT_DEATH(misuse(mutex, &sync::Mutex::lock), "is_mine");
  misuse(mutex, &sync::Mutex::unlock);
  std::thread(misuse, std::ref(mutex), &sync::Mutex::lock).join();
  EXPECT_DEATH(mutex.assert_held(), "is_mine");
  EXPECT_DEATH(misuse(mutex, &sync::Mutex::unlock), "is_mine");
}

TEST(OneAtATimeDeathTest, LetsNoOtherThreadIn) {
  OneAtATime users;
  const auto use = [&users] { const OneAtATime::Use one(users); };
  {
    const OneAtATime::Use outer(users);
    use();
  }
  std::unique_ptr<OneAtATime::Use> of_another;
  std::thread([&] { of_another = std::make_unique<OneAtATime::Use>(users); }).join();
  EXPECT_DEATH(use(), "is_only_user");
  of_another.reset();
  use();
}

#endif

}  // namespace
}  // namespace dimma
