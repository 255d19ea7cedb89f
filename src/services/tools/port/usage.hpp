#pragma once
// Counts the uses of names, and the files that have them.

#include "services/tools/port/table.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::tools::port {

struct Place {
  std::string file;
  std::size_t line = 0;  // counted from 1
};

// A use of a name in one file.
struct Use {
  Entry entry;
  std::size_t line = 0;
};

struct Count {
  Entry entry;
  std::size_t uses = 0;
  std::size_t files = 0;
  Place example;  // the first use
};

class Usage {
 public:
  // Adds all uses of one file.
  void add(const std::string& file, const std::vector<Use>& uses);
  // Returns the names of the status, those in most files first.
  std::vector<Count> counts(Status status) const;

 private:
  std::map<std::pair<std::string, std::string>, Count> counts_;  // the keys are kind and name
};

// Returns the worst status of the uses.
Status worst(const std::vector<Use>& uses);

}  // namespace dimma::tools::port
