#include "iiop/server/replies/unsent_octets.hpp"

#include "base/sync/assert.hpp"

#include <limits>
#include <new>
#include <utility>

namespace dimma::iiop {

UnsentOctets::~UnsentOctets() {
  if (memory_) memory_->retire();
}

UnsentOctets::Appended UnsentOctets::append(std::span<const iovec> pieces) noexcept {
  try {
    std::vector<std::byte> copy;
    std::size_t count = 0;
    for (const iovec& piece : pieces) count += piece.iov_len;
    if (!account_for(octets() + sent_of_first_ + count)) return Appended::over_limit;
    copy.reserve(count);
    for (const iovec& piece : pieces) {
      const auto* const from = static_cast<const std::byte*>(piece.iov_base);
      copy.insert(copy.end(), from, from + piece.iov_len);
    }
    queue_.push_back(std::move(copy));
    octets_.fetch_add(count, std::memory_order_relaxed);
    return Appended::yes;
  } catch (const std::bad_alloc&) {
    return Appended::no_memory;
  }
}

// The share is unlimited, because the connection's own limit is checked elsewhere.
bool UnsentOctets::account_for(std::size_t octets) {
  if (!lease_) {
    constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
    memory_ = std::make_shared<MemoryShare>(budget_, unlimited, [this] { stream_.shutdown(); });
    lease_.emplace(memory_);
  }
  return lease_->resize(octets);
}

std::span<iovec> UnsentOctets::pieces(std::span<iovec> places) noexcept {
  DIMMA_ASSERT(!empty() && !places.empty());
  std::size_t count = 0;
  for (auto& octets : queue_) {
    if (count == places.size()) break;
    places[count++] = {octets.data(), octets.size()};
  }
  places[0] = {queue_.front().data() + sent_of_first_, queue_.front().size() - sent_of_first_};
  return places.first(count);
}

void UnsentOctets::sent(std::size_t octets) noexcept {
  DIMMA_ASSERT(octets <= this->octets());
  octets_.fetch_sub(octets, std::memory_order_relaxed);
  octets += sent_of_first_;
  while (!queue_.empty() && octets >= queue_.front().size()) {
    octets -= queue_.front().size();
    queue_.pop_front();
  }
  sent_of_first_ = octets;
  lease_->resize(this->octets() + sent_of_first_);
}

void UnsentOctets::clear() noexcept {
  octets_.store(0, std::memory_order_relaxed);
  queue_.clear();
  sent_of_first_ = 0;
  if (lease_) lease_->resize(0);
}

}  // namespace dimma::iiop
