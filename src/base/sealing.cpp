#include "base/sealing.hpp"

#include "base/offer.hpp"

#include <dimma/minor.hpp>

namespace dimma {

namespace sealing {

void offer_heap(const Heap* heap) noexcept { Offer<const Heap*>::make(heap); }
const Heap* offered_heap() noexcept { return Offer<const Heap*>::made(); }

std::string in_words(const HeapUse& used, const Place* place) {
  const bool is_one = used.allocations == 1;
  std::string text = std::to_string(used.allocations) + (is_one ? " heap allocation of " : " heap allocations of ") +
                     std::to_string(used.octets) + (is_one ? " octets" : " octets in total");
  const auto* const heap = offered_heap();
  if (heap == nullptr || place == nullptr || place->count == 0) return text;
  if (!is_one) text += ", one of " + std::to_string(place->octets) + " octets";
  return text + ", in " + heap->in_words(*place);
}

}  // namespace sealing

bool can_be_sealed() noexcept { return sealing::offered_heap() != nullptr; }

sealed::sealed() {
  auto* const thread = sealing::this_thread();
  if (thread == nullptr) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_unsupported, CORBA::COMPLETED_NO, std::string(sealing::no_heap));
  }
  ++thread->depth;
  before_ = thread->used;
  wanted_place_ = thread->wants_place;
  thread->wants_place = true;
}

// Decrements the depth instead of restoring it: within an `unsealed` the depth returns to 0, so that the remaining
// allocations there are not counted for the scopes around the `unsealed`.
sealed::~sealed() {
  auto& thread = *sealing::this_thread();
  if (used() == HeapUse{}) thread.wants_place = wanted_place_;
  --thread.depth;
}

HeapUse sealed::used() const noexcept { return sealing::this_thread()->used - before_; }

void sealed::require_nothing(std::string_view what) const {
  const HeapUse used = this->used();
  if (used == HeapUse{}) return;
  const unsealed while_said;
  throw CORBA::NO_MEMORY(
      minor::no_memory_sealed, CORBA::COMPLETED_NO,
      std::string(what) + " is sealed, but made " + sealing::in_words(used, &sealing::this_thread()->place));
}

unsealed::unsealed() noexcept : depth_(0) {
  if (auto* const thread = sealing::this_thread()) depth_ = std::exchange(thread->depth, 0U);
}

unsealed::~unsealed() {
  if (auto* const thread = sealing::this_thread()) thread->depth = depth_;
}

}  // namespace dimma
