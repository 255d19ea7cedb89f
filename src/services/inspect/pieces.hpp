#pragma once
// Long answers, a piece at a time: as many octets are in memory as one piece has.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dimma::inspect {

// Appends the next piece. False: nothing was left, and nothing is appended.
using Pieces = std::function<bool(std::string& into)>;

inline constexpr std::size_t piece_octets = 65'536;
// A longer answer is cut, and says so.
inline constexpr std::size_t answer_octets_max = std::size_t{64} << 20U;

std::string whole(const Pieces& pieces);

// A part of a JSON document: what stands before the elements of an array, as text, and the elements.
struct JsonArray {
  std::string before;
  std::size_t count = 0;
  std::function<std::string(std::size_t at)> element;
};
// The arrays one after the other, the last of them the last member of its object, which then has "left_out": how many
// elements would have made the document longer than `octets_max`.
Pieces json_pieces(std::vector<JsonArray> arrays, std::size_t octets_max = answer_octets_max);

}  // namespace dimma::inspect
