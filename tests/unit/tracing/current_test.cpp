// The context of a thread, and ids.
#include "tracing/current.hpp"

#include <gtest/gtest.h>

#include <set>

namespace dimma::tracing {
namespace {

TEST(CurrentContext, IsThatOfTheInnermostScope) {
  EXPECT_FALSE(trace::current().is_valid());
  const Context outer = trace::make_root();
  const Context inner = trace::make_root(false);
  {
    const trace::Scope first(outer);
    EXPECT_EQ(trace::current(), outer);
    {
      const trace::Scope second(inner);
      EXPECT_EQ(trace::current(), inner);
      const trace::Scope none{Context()};
      EXPECT_FALSE(trace::current().is_valid());
    }
    EXPECT_EQ(trace::current(), outer);
  }
  EXPECT_FALSE(trace::current().is_valid());
}

TEST(CurrentContext, IsMadeForASampledOutTraceWhenItIsAskedFor) {
  const FrameScope within(Frame::State::sampled_out);
  EXPECT_EQ(carried().context, nullptr);
  const Context made = trace::current();
  EXPECT_TRUE(made.is_valid());
  EXPECT_FALSE(made.is_sampled());
  EXPECT_EQ(trace::current(), made);
  EXPECT_EQ(*carried().context, made);
}

TEST(CurrentContext, IsCarriedToAnotherPlace) {
  EXPECT_EQ(carried().state, Carried::State::none);
  const Context context = trace::make_root();
  Carried taken;
  EXPECT_FALSE(taken.is_set());
  {
    const trace::Scope scope(context);
    taken = carried();
  }
  EXPECT_EQ(taken.state, Carried::State::sampled);
  {
    const FrameScope within(taken);
    EXPECT_EQ(trace::current(), context);
    const FrameScope none{Carried{Carried::State::none}};
    EXPECT_FALSE(trace::current().is_valid());
  }
}

TEST(Ids, DifferFromEachOther) {
  std::set<std::string> seen;
  constexpr std::size_t contexts = 10'000;
  for (std::size_t i = 0; i < contexts; ++i) {
    const Context root = trace::make_root();
    ASSERT_TRUE(root.is_valid());
    ASSERT_TRUE(root.is_sampled());
    seen.insert(trace::to_string(root.trace_id));
    seen.insert(trace::to_string(root.span_id));
  }
  EXPECT_EQ(seen.size(), 2 * contexts);
}

}  // namespace
}  // namespace dimma::tracing
