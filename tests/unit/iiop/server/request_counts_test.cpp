// How many requests of a connection are in progress, and whether the next one may be read.

#include "iiop/server/requests/request_counts.hpp"

#include <dimma/qos.hpp>

#include <gtest/gtest.h>

#include <string>

namespace dimma::iiop {
namespace {

struct Counted {
  explicit Counted(const std::string& qos) : rules(Settings{}, EngineeringQoS::parse(qos)), counts(rules) {}
  ServingRules rules;
  RequestCounts counts;
};

TEST(RequestCounts, BeginNoRequestAfterTheyAreClosed) {
  Counted of("processing=pool(2)");
  EXPECT_TRUE(of.counts.enter());
  EXPECT_EQ(of.counts.in_progress(), 1U);
  EXPECT_FALSE(of.counts.close()) << "a request is in progress";
  EXPECT_FALSE(of.counts.enter());
  EXPECT_TRUE(of.counts.leave()) << "it was the last";
}

TEST(RequestCounts, LetNoMoreBeReadThanTheLimit) {
  Counted of("processing=factory,messages=2");
  EXPECT_TRUE(of.counts.let_read());
  of.counts.admit();
  EXPECT_TRUE(of.counts.let_read());
  of.counts.admit();
  EXPECT_FALSE(of.counts.let_read());
  of.counts.begin_nested();
  EXPECT_TRUE(of.counts.let_read()) << "a request that waits for a call of its own does not count";
  of.counts.end_nested();
  EXPECT_FALSE(of.counts.let_read());
  of.counts.end_admitted();
  EXPECT_TRUE(of.counts.let_read());
  EXPECT_FALSE(of.counts.is_over_limit()) << "more are left unread";
}

TEST(RequestCounts, ReadMoreThanTheLimitIfMoreAreRefused) {
  Counted of("processing=factory,messages=1,exhausted=raise");
  of.counts.admit();
  EXPECT_TRUE(of.counts.let_read());
  EXPECT_FALSE(of.counts.is_over_limit());
  of.counts.admit();
  EXPECT_TRUE(of.counts.is_over_limit());
}

TEST(RequestCounts, LetNothingBeReadBehindAOnewayThatKeepsItsOrder) {
  Counted of("processing=factory");
  of.counts.begin_in_order();
  EXPECT_FALSE(of.counts.let_read());
  of.counts.end_in_order();
  EXPECT_TRUE(of.counts.let_read());
}

TEST(RequestCounts, LetNothingBeReadWhileTooManyWaitForAnExecutor) {
  Counted of("processing=pool(2)");
  int waiting = 0;
  for (; of.counts.let_read() && waiting < 100'000; ++waiting) of.counts.begin_wait_for_executor();
  EXPECT_EQ(waiting, 256);
  of.counts.end_wait_for_executor();
  EXPECT_TRUE(of.counts.let_read());
}

}  // namespace
}  // namespace dimma::iiop
