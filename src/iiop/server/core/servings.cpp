#include "iiop/server/core/servings.hpp"

#include "iiop/message/receive_buffer_cache.hpp"
#include "iiop/server/core/sealed_requests.hpp"

#include <algorithm>
#include <utility>

namespace dimma::iiop {

namespace {
constexpr std::size_t idle_max = 16;
constexpr std::size_t idle_reply_octets_max = std::size_t{1} << 20;  // a larger buffer is kept only for a while
}  // namespace

Servings::Servings(const ServingRules& rules, bool is_sealed) : rules_(rules), is_sealed_(is_sealed) {
  idle_.reserve(idle_max);  // so that give_back() allocates nothing
}

std::unique_ptr<Serving> Servings::take(ServedConnection* watched) {
  {
    const sync::LockGuard lock(mutex_);
    if (!idle_.empty()) {
      auto serving = std::move(idle_.back());
      idle_.pop_back();
      long_replies_octets_ -= long_reply_octets(*serving);
      serving->old = false;
      serving->connection = watched;
      if (is_sealed_) SealedRequests::begin_to_serve(*serving);
      return serving;
    }
  }
  auto serving = std::make_unique<Serving>(rules_.reply_octets_first, rules_.reply_octets_max);
  if (is_sealed_) SealedRequests::begin_to_serve(*serving);
  // The buffer could not be allocated within a sealed request.
  if (is_sealed_ && rules_.reading.spares == 0) serving->spare.emplace(MessageReader::ordinary_buffer(rules_.reading));
  const sync::LockGuard lock(mutex_);
  serving->index = all_.size();
  all_.push_back(serving.get());
  serving->connection = watched;
  return serving;
}

void Servings::forget(const Serving& serving) noexcept {
  DIMMA_ASSERT(serving.index < all_.size());
  all_[serving.index] = all_.back();
  all_[serving.index]->index = serving.index;
  all_.pop_back();
}

void Servings::discard(std::unique_ptr<Serving> serving) noexcept {
  const sync::LockGuard lock(mutex_);
  forget(*serving);
}

bool Servings::give_back(std::unique_ptr<Serving> serving) noexcept {
  const bool had_kept = serving->kept.has_value();
  if (had_kept) serving->release_kept();
  if (is_sealed_) SealedRequests::end_serving(*serving);
  serving->memo.forget();
  const std::size_t octets = long_reply_octets(*serving);
  const sync::LockGuard lock(mutex_);
  serving->connection = nullptr;
  if (idle_.size() >= idle_max || octets > ReceiveBufferCache::octets_max - long_replies_octets_) {
    forget(*serving);
  } else {
    long_replies_octets_ += octets;
    idle_.push_back(std::move(serving));
  }
  return octets != 0 || had_kept;
}

bool Servings::age() {
  const sync::LockGuard lock(mutex_);
  std::erase_if(idle_, [this](const std::unique_ptr<Serving>& serving) DIMMA_REQUIRES(mutex_) {
    const std::size_t octets = long_reply_octets(*serving);
    if (octets == 0 || !serving->old) return false;
    long_replies_octets_ -= octets;
    forget(*serving);
    return true;
  });
  for (const auto& serving : idle_) serving->old = true;
  return long_replies_octets_ != 0;
}

bool Servings::keeps_memory() const noexcept {
  const sync::LockGuard lock(mutex_);
  return long_replies_octets_ != 0;
}

std::size_t Servings::long_reply_octets(const Serving& serving) const noexcept {
  const std::size_t octets = serving.reply.capacity();
  return octets > std::max(idle_reply_octets_max, rules_.reply_octets_first) ? octets : 0;
}

}  // namespace dimma::iiop
