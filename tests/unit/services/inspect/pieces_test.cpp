#include "services/inspect/answers/pieces.hpp"

#include <gtest/gtest.h>

namespace dimma::inspect {

namespace {

JsonArray numbers(std::string before, std::size_t count) {
  return {std::move(before), count, [](std::size_t at) { return std::to_string(at); }};
}

TEST(InspectPieces, MakeADocument) {
  EXPECT_EQ(whole(json_pieces({numbers("{\"a\":", 3), numbers(",\"b\":", 0), numbers(",\"c\":", 1)})),
            "{\"a\":[0,1,2],\"b\":[],\"c\":[0],\"left_out\":0}");
}

TEST(InspectPieces, HaveALimit) {
  EXPECT_EQ(whole(json_pieces({numbers("{\"a\":", 9), numbers(",\"b\":", 4)}, 5)),
            "{\"a\":[0,1,2],\"b\":[],\"left_out\":10}");
}

TEST(InspectPieces, AreShort) {
  const Pieces pieces = json_pieces({numbers("{\"a\":", 100'000)});
  std::string piece;
  std::size_t octets = 0;
  for (std::size_t count = 0; pieces(piece); ++count, piece.clear()) {
    EXPECT_LT(piece.size(), piece_octets + 100);
    octets += piece.size();
  }
  EXPECT_GT(octets, 5 * piece_octets);
  EXPECT_TRUE(piece.empty());
}

}  // namespace

}  // namespace dimma::inspect
