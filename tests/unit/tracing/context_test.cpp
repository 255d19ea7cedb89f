// W3C Trace Context, level 1: which headers traceparent and tracestate are accepted, and which are not.
#include <dimma/trace.hpp>

#include <gtest/gtest.h>

namespace dimma::trace {
namespace {

const std::string id = "0af7651916cd43dd8448eb211c80319c";
const std::string span = "b7ad6b7169203331";

std::string with(const std::string& version, const std::string& flags, const std::string& more = {}) {
  return version + '-' + id + '-' + span + '-' + flags + more;
}

TEST(TraceParent, IsReadAndWritten) {
  const auto context = parse(with("00", "01"));
  ASSERT_TRUE(context);
  EXPECT_EQ(to_string(context->trace_id), id);
  EXPECT_EQ(to_string(context->span_id), span);
  EXPECT_TRUE(context->is_sampled());
  EXPECT_TRUE(context->is_valid());
  EXPECT_EQ(traceparent(*context), with("00", "01"));
  const auto unsampled = parse(with("00", "00"));
  ASSERT_TRUE(unsampled);
  EXPECT_FALSE(unsampled->is_sampled());
  EXPECT_EQ(traceparent(*unsampled), with("00", "00"));
}

TEST(TraceParent, FlagsThatAreNotKnownAreNotPassedOn) {
  const auto context = parse(with("00", "ff"));
  ASSERT_TRUE(context);
  EXPECT_EQ(traceparent(*context), with("00", "01"));
  EXPECT_FALSE(parse(with("00", "fe"))->is_sampled());
}

TEST(TraceParent, MayBeLongerInALaterVersion) {
  for (const char* more : {"", "-", "-what-the-future-will-be-like", "-01-02"}) {
    const auto context = parse(with("cc", "01", more));
    ASSERT_TRUE(context) << more;
    EXPECT_EQ(traceparent(*context), with("00", "01"));
  }
  EXPECT_FALSE(parse(with("cc", "01", ".what-the-future-will-not-be-like")));
  EXPECT_FALSE(parse(with("cc", "01", "0")));
  EXPECT_FALSE(parse(with("cc", "01", "-" + std::string(1000, 'x'))));
}

TEST(TraceParent, HasAFixedLengthInThisVersion) {
  EXPECT_FALSE(parse(with("00", "01", "-")));
  EXPECT_FALSE(parse(with("00", "01", "-what-the-future-will-be-like")));
  EXPECT_FALSE(parse(with("00", "0")));
  EXPECT_FALSE(parse(""));
  for (std::size_t size = 0; size < 55; ++size) EXPECT_FALSE(parse(with("00", "01").substr(0, size))) << size;
}

TEST(TraceParent, WithoutMeaningIsRefused) {
  EXPECT_FALSE(parse(with("ff", "01")));
  EXPECT_FALSE(parse("00-" + std::string(32, '0') + '-' + span + "-01"));
  EXPECT_FALSE(parse("00-" + id + '-' + std::string(16, '0') + "-01"));
  EXPECT_TRUE(parse("00-" + std::string(31, '0') + "1-" + std::string(15, '0') + "1-00"));
}

TEST(TraceParent, WithOtherCharactersIsRefused) {
  std::string sound = with("00", "01");
  for (std::size_t at = 0; at < sound.size(); ++at) {
    for (const char other : {'A', 'F', 'g', ' ', '.', '\0', '\xff'}) {
      std::string text = sound;
      text[at] = other;
      if (other == ' ' && (at == 0 || at + 1 == sound.size())) continue;  // blanks at the ends are trimmed
      EXPECT_FALSE(parse(text)) << text;
    }
    std::string text = sound;
    text[at] = text[at] == '-' ? '0' : '-';
    EXPECT_FALSE(parse(text)) << text;
  }
}

TEST(TraceParent, BlanksAroundItArePassedOver) {
  const auto context = parse(" \t" + with("00", "01") + "\t ");
  ASSERT_TRUE(context);
  EXPECT_EQ(traceparent(*context), with("00", "01"));
}

std::string state_of(const std::string& text) {
  const auto context = parse(with("00", "01"), text);
  EXPECT_TRUE(context) << "the parent is good whatever the state is";
  return context ? context->trace_state : std::string();
}

std::string members(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i == 0 ? "k" : ",k") + std::to_string(i) + "=v";
  return text;
}

TEST(TraceState, IsPassedOnInItsOrder) {
  EXPECT_EQ(state_of("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"), "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
  EXPECT_EQ(state_of("foo=1 \t , \t bar=2, \t baz=3"), "foo=1,bar=2,baz=3");
  EXPECT_EQ(state_of("foo=1,"), "foo=1");
  EXPECT_EQ(state_of("foo=1,,bar=2,   ,"), "foo=1,bar=2");
  EXPECT_EQ(state_of(""), "");
}

TEST(TraceState, KeysAreLowerCaseWordsOrTenants) {
  for (const char* sound : {"a-_*/0=1", "0tenant@system=1", "t@s=1", "a@b-c=x y"}) EXPECT_EQ(state_of(sound), sound);
  EXPECT_EQ(state_of(std::string(256, 'z') + "=1"), std::string(256, 'z') + "=1");
  EXPECT_EQ(state_of(std::string(241, 't') + '@' + std::string(14, 'v') + "=1"),
            std::string(241, 't') + '@' + std::string(14, 'v') + "=1");
  for (const std::string& wrong :
       {std::string("foo =1"), std::string("FOO=1"), std::string("foo.bar=1"), std::string("foo@=1"),
        std::string("@foo=1"), std::string("foo@@bar=1"), std::string("foo@bar@baz=1"), std::string("0a=1"),
        std::string("=1"), std::string("foo@1a=1"), std::string(257, 'z') + "=1", std::string(242, 't') + "@v=1",
        "t@" + std::string(15, 'v') + "=1"}) {
    EXPECT_EQ(state_of(wrong), "") << wrong;
  }
}

TEST(TraceState, ValuesArePrintable) {
  EXPECT_EQ(state_of("foo=!\"#$%&'()*+-./ 09:;<>?@AZ[\\]^_`az{|}~"), "foo=!\"#$%&'()*+-./ 09:;<>?@AZ[\\]^_`az{|}~");
  EXPECT_EQ(state_of("foo=" + std::string(256, 'x')), "foo=" + std::string(256, 'x'));
  for (const std::string& wrong : {std::string("foo=bar=baz"), std::string("foo="), std::string("foo"),
                                   std::string("foo=\x7f"), std::string("foo=a\nb"), "foo=" + std::string(257, 'x')}) {
    EXPECT_EQ(state_of(wrong), "") << wrong;
  }
}

TEST(TraceState, HasItsLimits) {
  EXPECT_EQ(state_of(members(32)), members(32));
  EXPECT_EQ(state_of(members(33)), "");
  const std::string longest = "a=" + std::string(253, 'x') + ",b=" + std::string(254, 'x');
  ASSERT_EQ(longest.size(), 512U);
  EXPECT_EQ(state_of(longest), longest);
  EXPECT_EQ(state_of(longest + "x"), "");
  EXPECT_EQ(state_of("foo=1,foo=2"), "") << "a key twice";
  EXPECT_EQ(state_of(std::string(5000, ' ') + "foo=1"), "");
}

}  // namespace
}  // namespace dimma::trace
