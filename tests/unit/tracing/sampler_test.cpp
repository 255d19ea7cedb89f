// Which traces are sampled, and the contents of a span.
#include "tracing/tracer.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace dimma::tracing {
namespace {

constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();

TEST(Sampler, TakesNoneOrAll) {
  for (const std::uint64_t low : {std::uint64_t{0}, std::uint64_t{1}, last / 2, last}) {
    EXPECT_FALSE(Sampler(0).takes(low));
    EXPECT_TRUE(Sampler(1).takes(low));
  }
}

TEST(Sampler, TakesTheShareThatIsBelowItsLimit) {
  const Sampler half(0.5);
  EXPECT_TRUE(half.takes(0));
  EXPECT_TRUE(half.takes(last / 2));
  EXPECT_FALSE(half.takes(last / 2 + 1));
  EXPECT_FALSE(half.takes(last));
}

TEST(Sampler, TakesWithAGreaterShareWhatItTakesWithASmallerOne) {
  const Sampler smaller(0.1);
  const Sampler greater(0.3);
  constexpr int traces = 100'000;
  int taken = 0;
  for (int i = 0; i < traces; ++i) {
    const std::uint64_t low = ThreadState::of_this_thread().next_draw();
    if (!smaller.takes(low)) continue;
    ++taken;
    EXPECT_TRUE(greater.takes(low));
  }
  // Twenty standard deviations on either side.
  EXPECT_GT(taken, 8'000);
  EXPECT_LT(taken, 12'000);
}

TEST(OpenSpan, BeginsATraceOrIsPartOfOne) {
  const auto tracer = std::make_shared<Tracer>(Wanted{.is_on = true});
  {
    OpenSpan root(tracer, trace::Kind::client, "run", nullptr, 0x0102030405060708U);
    OpenSpan child(tracer, trace::Kind::server, "run", root.context().get(), 0);
    EXPECT_EQ(trace::to_string(root.context()->trace_id).substr(16, 8), "01020304");
    EXPECT_EQ(child.context()->trace_id, root.context()->trace_id);
    EXPECT_NE(child.context()->span_id, root.context()->span_id);
    EXPECT_TRUE(child.context()->is_sampled());
    OpenSpan forgotten(tracer, trace::Kind::client, "run", nullptr, 1);
    forgotten.forget();
    child.failed(CORBA::NO_PERMISSION(7, CORBA::COMPLETED_NO, "not you"));
  }
  const auto spans = tracer->queue().take(10);
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0].parent, spans[1].context.span_id);
  EXPECT_EQ(spans[0].exception, "IDL:omg.org/CORBA/NO_PERMISSION:1.0");
  EXPECT_EQ(spans[0].minor, 7U);
  EXPECT_EQ(spans[0].message, "not you");
  EXPECT_EQ(spans[1].parent, trace::SpanId{});
  EXPECT_TRUE(spans[1].exception.empty());
}

TEST(Interface, IsNamedByItsRepositoryId) {
  EXPECT_EQ(interface_of("IDL:Bank/Account:1.0"), "Bank.Account");
  EXPECT_EQ(interface_of("IDL:omg.org/CosNaming/NamingContext:1.0"), "omg.org.CosNaming.NamingContext");
  for (const char* other : {"", "IDL:", "IDL:1.0", "RMI:Bank:0000", "Bank"})
    EXPECT_EQ(interface_of(other), "") << other;
}

}  // namespace
}  // namespace dimma::tracing
