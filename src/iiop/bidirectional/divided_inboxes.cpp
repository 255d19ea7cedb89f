#include "iiop/bidirectional/divided_inboxes.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <new>
#include <system_error>

#include <sys/eventfd.h>
#include <unistd.h>

namespace dimma::iiop {

namespace {

// An inbox that holds this many octets is full.
constexpr std::size_t inbox_octets_max = std::size_t{1} << 20;
// An empty inbox keeps no more memory than this.
constexpr std::size_t inbox_octets_kept_max = std::size_t{256} << 10;

}  // namespace

void DividedInboxes::put(Halves to, OctetView octets) {
  for (const Halves which : {MessageRouter::requests, MessageRouter::replies}) {
    auto& into = of(which);
    if ((to & which) == 0 || !into.is_open()) continue;
    if (!held_.resize(size() + octets.size())) throw std::bad_alloc();
    into.put(octets);
    into.ring();
  }
}

std::size_t DividedInboxes::take(Halves from, std::span<std::byte> into) noexcept {
  const std::size_t count = of(from).take(into);
  held_.resize(size());
  return count;
}

reactor::Descriptor DividedInboxes::Inbox::make_bell() {
  reactor::Descriptor bell(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC));
  if (!bell) throw std::system_error(errno, std::generic_category(), "eventfd");
  return bell;
}

bool DividedInboxes::Inbox::is_full() const noexcept { return size() >= inbox_octets_max; }

void DividedInboxes::Inbox::put(OctetView octets) {
  if (begin_ != 0 && octets_.size() + octets.size() > octets_.capacity()) {
    octets_.erase(octets_.begin(), octets_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
  octets_.insert(octets_.end(), octets.begin(), octets.end());
}

std::size_t DividedInboxes::Inbox::take(std::span<std::byte> into) noexcept {
  const std::size_t count = std::min(into.size(), size());
  std::copy_n(octets_.begin() + static_cast<std::ptrdiff_t>(begin_), count, into.begin());
  begin_ += count;
  if (begin_ != octets_.size()) return count;
  begin_ = 0;
  octets_.clear();
  if (octets_.capacity() > inbox_octets_kept_max) std::vector<std::byte>().swap(octets_);
  return count;
}

void DividedInboxes::Inbox::ring() noexcept {
  if (!waits_for_bell()) return;
  const std::uint64_t one = 1;
  static_cast<void>(::write(bell_.get(), &one, sizeof one));
  has_rung_ = true;
}

void DividedInboxes::Inbox::silence_bell() noexcept {
  if (has_rung_) {
    std::uint64_t count = 0;
    static_cast<void>(::read(bell_.get(), &count, sizeof count));
  }
  asks_for_bell_ = has_rung_ = false;
}

}  // namespace dimma::iiop
