#include "orb/interception/slots.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <utility>

namespace dimma::orb {

namespace {

// The values of the calling thread, for each ORB.
using SlotsOfThread = std::vector<std::pair<std::shared_ptr<const char>, Slots::Values>>;
SlotsOfThread& slots_of_thread() {
  static DIMMA_PER_THREAD SlotsOfThread values;
  return values;
}

}  // namespace

void Slots::require(PortableInterceptor::SlotId id) const {
  if (id < count_) return;
  throw PortableInterceptor::InvalidSlot("slot " + std::to_string(id) + " of " + std::to_string(count_) +
                                         " is not allocated: ORB initializers allocate slots by allocate_slot_id");
}

Slots::Values Slots::of_this_thread() const {
  for (const auto& [identity, values] : slots_of_thread()) {
    if (identity == identity_) return values;
  }
  return empty();
}

void Slots::set_of_this_thread(Values values) const {
  auto& all = slots_of_thread();
  const auto own = std::find_if(all.begin(), all.end(), [this](const auto& each) { return each.first == identity_; });
  if (own != all.end()) {
    own->second.swap(values);  // the old values are destroyed with the parameter, when `all` is no longer used
    return;
  }
  // Removes the values for ORBs that no longer exist.
  std::erase_if(all, [](const auto& each) { return each.first.use_count() == 1; });
  all.emplace_back(identity_, std::move(values));
}

Slots::Scope::Scope(const Slots& slots, const Values& values) : slots_(slots) {
  if (slots_.count_ == 0) return;
  before_ = slots_.of_this_thread();
  slots_.set_of_this_thread(values);
}

Slots::Scope::~Scope() {
  if (slots_.count_ != 0) slots_.set_of_this_thread(std::move(before_));
}

}  // namespace dimma::orb
