#include "orb/upcall/active_object.hpp"

namespace dimma::orb {

ActiveObject::ActiveObject(std::shared_ptr<ObjectOwner> owner, std::string id,
                           std::shared_ptr<PortableServer::Servant> servant)
    : gate_(&owner->gate()),
      serial_(owner->serial()),
      servant_(std::move(servant)),
      owner_(std::move(owner)),
      id_(std::move(id)) {}

ActiveObject::~ActiveObject() = default;

void ActiveObject::close() noexcept {
  const std::uint32_t before = word_.fetch_or(closed_bit, std::memory_order_seq_cst);
  if ((before & count_bits) == 0) release();
}

void ActiveObject::left_marked(std::uint32_t before) noexcept {
  if ((before & count_bits) != 1) return;
  if ((before & closed_bit) != 0) {
    release();
  } else {
    // Somebody else may have closed and released the object since: only its address is used.
    word_.notify_all();
  }
}

void ActiveObject::release() noexcept {
  const auto keep = shared_from_this();
  if ((word_.load(std::memory_order_relaxed) & watched_bit) != 0) word_.notify_all();
  const auto owner = std::move(owner_);
  owner->released(*this, std::move(servant_));
}

void ActiveObject::wait_until_idle() noexcept {
  std::uint32_t word = word_.fetch_or(watched_bit, std::memory_order_seq_cst) | watched_bit;
  while ((word & count_bits) != 0) {
    word_.wait(word, std::memory_order_seq_cst);
    word = word_.load(std::memory_order_seq_cst);
  }
}

}  // namespace dimma::orb
