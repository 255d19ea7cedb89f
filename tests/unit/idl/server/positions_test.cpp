#include "idl/server/protocol/positions.hpp"

#include <gtest/gtest.h>

#include "idl/server/documents/documents.hpp"
#include "idl/server/protocol/uri.hpp"

namespace dimma::idl {
namespace {

// "a", U+00E9 of two octets, U+1F552 of four octets and two units of UTF-16, "b".
const std::string mixed =
    "a\xC3\xA9\xF0\x9F\x95\x92"
    "b";

TEST(Positions, CountUnitsOfTheEncoding) {
  EXPECT_EQ(units_of(mixed, PositionEncoding::Utf16), 5U);
  EXPECT_EQ(units_of(mixed, PositionEncoding::Utf8), 8U);
  EXPECT_EQ(units_of("\xE9\xF0\x9F", PositionEncoding::Utf16), 3U) << "octets that are no UTF-8 are a unit each";
}

TEST(Positions, FindOctetsOfUnits) {
  const std::size_t utf16[] = {0, 1, 3, 3, 7, 8, 8};  // the fourth is within a surrogate pair
  for (std::uint32_t units = 0; units < std::size(utf16); ++units) {
    EXPECT_EQ(octets_of(mixed, units, PositionEncoding::Utf16), utf16[units]) << units;
  }
  const std::size_t utf8[] = {0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
  for (std::uint32_t units = 0; units < std::size(utf8); ++units) {
    EXPECT_EQ(octets_of(mixed, units, PositionEncoding::Utf8), utf8[units]) << units;
  }
}

TEST(Positions, KnowTheLineEndsOfLsp) {
  const std::string text = "ab\ncd\r\nef\rgh";
  EXPECT_EQ(offset_in(text, {0, 1}, PositionEncoding::Utf16), 1U);
  EXPECT_EQ(offset_in(text, {0, 9}, PositionEncoding::Utf16), 2U);
  EXPECT_EQ(offset_in(text, {1, 9}, PositionEncoding::Utf16), 5U);
  EXPECT_EQ(offset_in(text, {2, 0}, PositionEncoding::Utf16), 7U);
  EXPECT_EQ(offset_in(text, {3, 1}, PositionEncoding::Utf16), 11U);
  EXPECT_EQ(offset_in(text, {4, 0}, PositionEncoding::Utf16), text.size());
}

TEST(Positions, ComeFromPlacesOfTheFrontEnd) {
  SourceFiles files;
  const FileId file = files.add("x.idl", "\n" + mixed + "\n");
  const TextRange range = text_range(files, {{file, 2, 8}, 1}, PositionEncoding::Utf16);
  EXPECT_EQ(range, (TextRange{{1, 4}, {1, 5}}));
  EXPECT_EQ(source_location(files, file, {1, 4}, PositionEncoding::Utf16), (SourceLocation{file, 2, 8}));
  EXPECT_EQ(text_range(files, {{file, 2, 100}, 5}, PositionEncoding::Utf16), (TextRange{{1, 5}, {1, 5}}));
  EXPECT_EQ(text_range(files, {{file, 0, 0}, 0}, PositionEncoding::Utf16), TextRange());
  EXPECT_EQ(text_range(files, {{~FileId{0}, 3, 4}, 1}, PositionEncoding::Utf16), TextRange());
}

TEST(Positions, ChangeTexts) {
  std::string text = "one\ntwo\n";
  change_text(text, TextRange{{0, 1}, {1, 1}}, "X", PositionEncoding::Utf16);
  EXPECT_EQ(text, "oXwo\n");
  change_text(text, TextRange{{0, 3}, {0, 1}}, "-", PositionEncoding::Utf16);
  EXPECT_EQ(text, "oXw-o\n") << "a range that ends before it begins is empty";
  change_text(text, std::nullopt, "new", PositionEncoding::Utf16);
  EXPECT_EQ(text, "new");
}

TEST(Positions, JsonHasValidTextAlone) {
  EXPECT_EQ(valid_utf8(mixed), mixed);
  EXPECT_EQ(valid_utf8("a\xE9"
                       "b"),
            "a\xEF\xBF\xBD"
            "b");
}

TEST(Uris, AreOfPathsAndBack) {
  const std::string path = "/home/me/a b/\xC3\xA9#?%.idl";
  EXPECT_EQ(uri_of_path(path), "file:///home/me/a%20b/%C3%A9%23%3F%25.idl");
  EXPECT_EQ(path_of_uri(uri_of_path(path)), path);
  EXPECT_EQ(path_of_uri("file://localhost/x%2fy%4"), "/x/y%4");
  EXPECT_EQ(path_of_uri("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(uri_of_path("untitled:Untitled-1"), "untitled:Untitled-1");
  EXPECT_EQ(path_of_uri("file://host"), "file://host");
}

}  // namespace
}  // namespace dimma::idl
