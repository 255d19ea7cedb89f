#include "base/loan_arena.hpp"
#include "base/sync/assert.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <map>
#include <new>
#include <utility>

namespace dimma {

namespace {

constexpr std::align_val_t alignment{64};

// Never destroyed, since a loan may be released while the process ends.
struct Arenas {
  sync::Mutex mutex;
  std::map<std::uint64_t, std::weak_ptr<LoanArena>> by_id DIMMA_GUARDED_BY(mutex);
};
Arenas& arenas() {
  static auto& only = *new Arenas;
  return only;
}

}  // namespace

LoanBlock::LoanBlock(std::size_t octets) {
  if (octets == 0) return;
  data_ = static_cast<std::byte*>(::operator new(octets, alignment, std::nothrow));
  if (data_ != nullptr) return;
  throw CORBA::NO_MEMORY(minor::no_memory_buffer, CORBA::COMPLETED_NO,
                         "no memory for a loaned sequence of " + std::to_string(octets) + " octets");
}

void LoanBlock::let_go() noexcept {
  if (!arena_) {
    ::operator delete(data_, alignment);
  } else if (is_received()) {
    arena_->give_back(place_, loan_);
  } else {
    arena_->let_go(place_, loan_);
  }
  data_ = nullptr;
  arena_.reset();
}

bool LoanBlock::lies_in_shared() const noexcept {
  DIMMA_ASSERT(arena_ != nullptr);
  return arena_->is_shared(place_);
}

void LoanBlock::move_in(LoanArena& arena, std::size_t octets) const noexcept {
  if (data_ == nullptr) return;
  LoanBlock settled(std::move(arena_), data_, place_, loan_, end_);
  arena.take_in(settled, octets);
  settled.data_ = nullptr;  // this block still owns the memory
  arena_ = std::move(settled.arena_);
  place_ = settled.place_;
  loan_ = settled.loan_;
  end_ = settled.end_;
}

std::size_t LoanBlock::octets_of(std::size_t count, std::size_t element_octets) {
  constexpr std::size_t elements_max = 0xffff'fffeU;
  if (count <= elements_max) return count * element_octets;
  throw CORBA::BAD_PARAM(
      minor::bad_param_loan, CORBA::COMPLETED_NO,
      "a loan of " + std::to_string(count) + " elements exceeds the longest sequence, " + std::to_string(elements_max));
}

bool enter_arena(std::uint64_t id, const std::shared_ptr<LoanArena>& arena) {
  Arenas& all = arenas();
  const sync::LockGuard lock(all.mutex);
  auto& known = all.by_id[id];
  if (known.lock()) return false;
  known = arena;
  return true;
}

void leave_arena(std::uint64_t id) noexcept {
  Arenas& all = arenas();
  const sync::LockGuard lock(all.mutex);
  all.by_id.erase(id);
}

std::shared_ptr<LoanArena> arena_of(std::uint64_t id) {
  // The arena that this thread found last, usually the only arena, is found without taking the lock.
  DIMMA_PER_THREAD static std::weak_ptr<LoanArena> last;
  DIMMA_PER_THREAD static std::uint64_t last_id = 0;
  if (id == last_id) {
    if (auto found = last.lock()) return found;
  }
  Arenas& all = arenas();
  const sync::LockGuard lock(all.mutex);
  const auto known = all.by_id.find(id);
  auto found = known == all.by_id.end() ? nullptr : known->second.lock();
  if (found) {
    last = found;
    last_id = id;
  }
  return found;
}

LoanBlock claim(std::shared_ptr<LoanArena> arena, std::uint32_t place, std::uint64_t loan,
                std::size_t octets) noexcept {
  std::byte* const data = arena->claim(place, loan, octets);
  if (data == nullptr) return {};
  return {std::move(arena), data, place, loan, LoanBlock::Of::receiver};
}

}  // namespace dimma
