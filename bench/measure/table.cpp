#include "measure/table.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iomanip>

namespace measure {

void TextTable::print(std::ostream& out) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], row[column].size());
    }
  }
  for (std::size_t line = 0; line < rows_.size(); ++line) {
    for (std::size_t column = 0; column < rows_[line].size(); ++column) {
      out << (column == 0 ? "" : "  ") << (column == 0 ? std::left : std::right)
          << std::setw(static_cast<int>(widths[column])) << rows_[line][column];
    }
    out << '\n';
    if (line != 0) continue;
    for (std::size_t column = 0; column < widths.size(); ++column) {
      out << (column == 0 ? "" : "  ") << std::string(widths[column], '-');
    }
    out << '\n';
  }
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

}  // namespace measure
