#pragma once
// Text tables.

#include <ostream>
#include <string>
#include <vector>

namespace measure {

// A table whose first column is left-aligned and whose others are right-aligned.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heading) : rows_{std::move(heading)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  void print(std::ostream& out) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

// "12.3"
std::string fixed(double value, int decimals);

}  // namespace measure
