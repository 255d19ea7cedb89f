// The encoding of a trace context.
#include "tracing/service_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace dimma::tracing {
namespace {

std::span<const std::byte> octets_of(const iop::ServiceContext& context) {
  return std::as_bytes(std::span(context.context_data()));
}

trace::Context sample() {
  return *trace::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "rojo=00f067aa0ba902b7");
}

TEST(TraceServiceContext, ComesAsItWent) {
  const auto sent = service_context(sample());
  EXPECT_EQ(sent.context_id(), 0x64696d03U);
  EXPECT_EQ(read_service_context(octets_of(sent)), sample());
}

TEST(TraceServiceContext, IsReadInEitherByteOrder) {
  const std::string parent = trace::traceparent(sample());
  std::string octets("\0\0\0\0\0\0\0\x38", 8);
  octets += parent + std::string("\0\0\0\0\1\0", 6);
  const auto read = read_service_context(std::as_bytes(std::span(octets.data(), octets.size())));
  ASSERT_TRUE(read);
  EXPECT_EQ(trace::traceparent(*read), parent);
  EXPECT_EQ(read->trace_state, "");
}

TEST(TraceServiceContext, CutAnywhereIsIgnored) {
  const auto sent = service_context(sample());
  const auto whole = octets_of(sent);
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(read_service_context(whole.first(size))) << size;
}

TEST(TraceServiceContext, LongerThanAnyIsIgnored) {
  std::vector<std::byte> octets(context_octets_max + 1);
  const auto sent = service_context(sample());
  std::ranges::copy(octets_of(sent), octets.begin());
  EXPECT_FALSE(read_service_context(octets));
  octets.pop_back();
  EXPECT_TRUE(read_service_context(octets)) << "what follows is of later versions";
}

TEST(TraceServiceContext, AnInvalidStateIsLeftOut) {
  auto context = sample();
  for (const std::string& state : {std::string("a=\nb"), std::string("a=\0b", 4), std::string(513, 'x')}) {
    context.trace_state = state;
    const auto read = read_service_context(octets_of(service_context(context)));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->trace_state, "");
    EXPECT_EQ(read->trace_id, context.trace_id);
  }
}

}  // namespace
}  // namespace dimma::tracing
