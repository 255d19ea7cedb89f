#pragma once
// Produces long answers one piece at a time, so that only one piece is in memory.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dimma::inspect {

// Appends the next piece. Returns false, and appends nothing, if there are no more.
using Pieces = std::function<bool(std::string& into)>;

inline constexpr std::size_t piece_octets = 65'536;
// A longer answer is truncated; its end states that.
inline constexpr std::size_t answer_octets_max = std::size_t{64} << 20U;

std::string whole(const Pieces& pieces);

// A part of a JSON document: the text before the elements of an array, and the elements.
struct JsonArray {
  std::string before;
  std::size_t count = 0;
  std::function<std::string(std::size_t at)> element;
};
// Writes the arrays one after the other. The last array is the last member of its object. It is followed by a member
// "left_out": the number of elements that were omitted since the document would have exceeded `octets_max`.
Pieces json_pieces(std::vector<JsonArray> arrays, std::size_t octets_max = answer_octets_max);

}  // namespace dimma::inspect
