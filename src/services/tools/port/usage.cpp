#include "services/tools/port/usage.hpp"

#include <algorithm>
#include <set>

namespace dimma::tools::port {

void Usage::add(const std::string& file, const std::vector<Use>& uses) {
  std::set<const Count*> seen;
  for (const Use& use : uses) {
    Count& count = counts_[{use.entry.kind, use.entry.name}];
    if (count.uses == 0) {
      count.entry = use.entry;
      count.example = {file, use.line};
    }
    ++count.uses;
    if (seen.insert(&count).second) ++count.files;
  }
}

std::vector<Count> Usage::counts(Status status) const {
  std::vector<Count> chosen;
  for (const auto& [key, count] : counts_) {
    if (count.entry.status == status) chosen.push_back(count);
  }
  std::stable_sort(chosen.begin(), chosen.end(), [](const Count& one, const Count& other) {
    return one.files != other.files ? one.files > other.files : one.uses > other.uses;
  });
  return chosen;
}

Status worst(const std::vector<Use>& uses) {
  Status status = Status::has;
  for (const Use& use : uses) status = std::max(status, use.entry.status);
  return status;
}

}  // namespace dimma::tools::port
