#include "services/inspect/http/places.hpp"

#include <algorithm>

namespace dimma::inspect {

bool Places::make_room(const std::string& address, const Limits& limits) noexcept {
  if (!address.empty()) {
    const auto same = std::ranges::count_if(taken_, [&](const Occupant* one) { return one->address() == address; });
    if (static_cast<std::size_t>(same) >= limits.of_one_address) return close_one(&address);
  }
  return taken_.size() < limits.connections || close_one(nullptr);
}

bool Places::close_one(const std::string* address) noexcept {
  Occupant* goes = nullptr;
  for (Occupant* const one : taken_) {
    if (address != nullptr && one->address() != *address) continue;
    const MakesRoom when = one->makes_room();
    if (when == MakesRoom::never) continue;
    if (goes == nullptr || when < goes->makes_room()) goes = one;
    if (when == MakesRoom::first) break;
  }
  if (goes != nullptr) goes->close();
  return goes != nullptr;
}

void Places::close_all() noexcept {
  while (!taken_.empty()) taken_.front()->close();
}

}  // namespace dimma::inspect
