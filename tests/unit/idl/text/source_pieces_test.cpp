#include "idl/text/source_pieces.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dimma::idl {
namespace {

// Each piece as a letter for its kind and its text.
std::vector<std::string> pieces_of(std::string_view text) {
  constexpr std::string_view letters = "bnclDwNLp?";
  std::vector<std::string> found;
  std::string together;
  for (const SourcePiece& each : cut_source(text)) {
    together += each.text;
    found.push_back(letters[static_cast<std::size_t>(each.kind)] + std::string(each.text) +
                    (each.is_closed ? "" : "!"));
  }
  EXPECT_EQ(together, text);
  return found;
}

using Pieces = std::vector<std::string>;

TEST(SourcePieces, AreAllOfTheText) {
  EXPECT_EQ(pieces_of("a::_1 /*c*/;"), (Pieces{"wa", "p::", "w_1", "b ", "l/*c*/", "p;"}));
  EXPECT_EQ(pieces_of("// d\r\n"), (Pieces{"c// d", "n\r\n"}));
  EXPECT_EQ(pieces_of(""), Pieces{});
  EXPECT_EQ(pieces_of("$\n\r"), (Pieces{"?$", "n\n", "n\r"}));
}

TEST(SourcePieces, DirectivesGoOnWhereTheirLinesDo) {
  EXPECT_EQ(pieces_of(" #define A \\\n 1 // x\nb"), (Pieces{"b ", "D#define A \\\n 1 // x", "n\n", "wb"}));
  EXPECT_EQ(pieces_of("#if /* a\n b */ 1\n#"), (Pieces{"D#if /* a\n b */ 1", "n\n", "D#"}));
  EXPECT_EQ(pieces_of("#include \"/*\"\na"), (Pieces{"D#include \"/*\"", "n\n", "wa"}));
  EXPECT_EQ(pieces_of("a #b"), (Pieces{"wa", "b ", "?#", "wb"})) << "only at the beginning of a line";
  EXPECT_EQ(pieces_of("/**/ #b"), (Pieces{"l/**/", "b ", "D#b"}));
}

TEST(SourcePieces, LiteralsEndWithTheirLine) {
  EXPECT_EQ(pieces_of("\"a\\\"b\" L'x' \"open\n'"),
            (Pieces{"L\"a\\\"b\"", "b ", "LL'x'", "b ", "L\"open!", "n\n", "L'!"}));
  EXPECT_EQ(pieces_of("/* open"), Pieces{"l/* open!"});
}

TEST(SourcePieces, NumbersAreThoseOfThePreprocessor) {
  EXPECT_EQ(pieces_of("1e-5 0xE+1 .5d 1.x 3-2"),
            (Pieces{"N1e-5", "b ", "N0xE", "p+", "N1", "b ", "N.5d", "b ", "N1.x", "b ", "N3", "p-", "N2"}));
}

}  // namespace
}  // namespace dimma::idl
