// When a connection counts as idle.

#include "iiop/server/connection/silence.hpp"

#include <gtest/gtest.h>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

TEST(Silence, IsNotYetOneOnANewConnection) {
  Silence silence(100s);
  EXPECT_TRUE(silence.has_heard_nothing_ever());
  EXPECT_FALSE(silence.lasts(109s));
  EXPECT_TRUE(silence.lasts(110s));
}

TEST(Silence, LastsIfNothingCameBetweenTwoQuestions) {
  Silence silence(100s);
  silence.heard();
  EXPECT_FALSE(silence.has_heard_nothing_ever());
  EXPECT_FALSE(silence.lasts(200s));
  EXPECT_TRUE(silence.lasts(201s));
  silence.heard();
  EXPECT_FALSE(silence.lasts(202s));
}

TEST(Silence, IsLongerInTheMiddleOfAMessage) {
  Silence silence(100s);
  silence.heard();
  silence.in_message(true);
  EXPECT_FALSE(silence.lasts(200s));
  EXPECT_FALSE(silence.lasts(229s));
  EXPECT_TRUE(silence.lasts(230s));
  silence.in_message(false);
  EXPECT_TRUE(silence.lasts(230s));
}

}  // namespace
}  // namespace dimma::iiop
