#include "base/text/shown_text.hpp"

#include "base/text/utf8.hpp"

#include <gtest/gtest.h>

namespace dimma {
namespace {

TEST(ShownText, LeavesTextThatCanBeShown) {
  for (const char* const text :
       {"", "resolve_str", "IDL:omg.org/CosNaming/NamingContext:1.0", "日本語", "a\\b \"c\""}) {
    EXPECT_EQ(shown_text(text), text);
    EXPECT_TRUE(is_shown_as_it_is(text));
  }
}

TEST(ShownText, EscapesWhatIsNoTextByItsOctets) {
  EXPECT_EQ(shown_text("a\xff\xfe"), "a\\xff\\xfe");
  EXPECT_EQ(shown_text("\x1b[2J\n\x7f"), "\\x1b[2J\\x0a\\x7f");
  EXPECT_EQ(shown_text(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(shown_text("\xc2\x9b"), "\\xc2\\x9b") << "a control character of two octets";
  EXPECT_EQ(shown_text("\xe6\x97"), "\\xe6\\x97") << "half a character";
  EXPECT_FALSE(is_shown_as_it_is("\xff"));
}

TEST(ShownText, CutsAtACharacter) {
  EXPECT_EQ(shown_text("12345678", 8), "12345678");
  EXPECT_EQ(shown_text("123456789", 8), "12345...");
  EXPECT_EQ(shown_text("1234日本語", 8), "1234...");
  EXPECT_EQ(shown_text("12日本語", 8), "12日...");
  EXPECT_EQ(shown_text("\x01\x02\x03", 8), "\\x01...");
  EXPECT_FALSE(is_shown_as_it_is("123456789", 8));
  for (std::size_t octets_max = 3; octets_max < 40; ++octets_max) {
    const std::string shown = shown_text("a\xff日本語\x01日本語日本語日本語", octets_max);
    EXPECT_LE(shown.size(), octets_max);
    EXPECT_TRUE(is_utf8(shown)) << shown;
  }
  EXPECT_LE(shown_text(std::string(1 << 20, 'x')).size(), shown_name_octets_max);
}

}  // namespace
}  // namespace dimma
