#include "transport/shm/loan_memory.hpp"

#include "base/sync/assert.hpp"
#include "base/sync/clock.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <sys/mman.h>
#include <sys/random.h>

namespace dimma::transport {

namespace {

using dimma::LoanBlock;

constexpr std::size_t none = ~std::size_t{0};
constexpr auto relaxed = std::memory_order_relaxed;
constexpr std::size_t cache_line = 64;
// A thread that waits for a place also checks for one at this interval, since a peer that is killed wakes no thread.
constexpr std::chrono::milliseconds look_again{5};

constexpr std::size_t padded(std::size_t octets) noexcept {
  return (octets + cache_line - 1) / cache_line * cache_line;
}

constexpr std::size_t words_octets(const LoanSizes& sizes) noexcept {
  return sizeof(LoanHead) + sizes.count * sizeof(LoanWord);
}
// The places begin at a page boundary, so that large ones have their own pages.
constexpr std::size_t page = 4096;
constexpr std::size_t data_begin(const LoanSizes& sizes) noexcept {
  return (2 * words_octets(sizes) + page - 1) / page * page;
}

bool exchange_if(SharedWord<std::uint64_t>& word, std::uint64_t expected, std::uint64_t value) noexcept {
  return __atomic_compare_exchange_n(word.address(), &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

}  // namespace

bool LoanSizes::are_sound() const noexcept {
  if (count == 0) return octets == 0;
  return count <= count_max && octets >= 1 && octets <= octets_max && 2 * count * padded(octets) <= total_max &&
         to_listener_id != to_connector_id;
}

std::size_t LoanSizes::total() const noexcept {
  return count == 0 ? 0 : data_begin(*this) + 2 * count * padded(octets);
}

LoanSizes LoanMemory::with_new_ids(std::uint64_t count, std::uint64_t octets) {
  LoanSizes sizes{.count = count, .octets = octets};
  std::uint64_t ids[2] = {};
  if (::getrandom(ids, sizeof ids, 0) != sizeof ids) {
    throw std::system_error(errno, std::generic_category(), "numbers for the places of loaned sequences");
  }
  sizes.to_listener_id = ids[0];
  sizes.to_connector_id = ids[1];
  return sizes;
}

std::shared_ptr<LoanMemory> LoanMemory::map(const LoanSizes& sizes, int memory, std::size_t begin, Side side) {
  auto places = std::make_unique<Place[]>(sizes.count);
  void* const base =
      ::mmap(nullptr, sizes.total(), PROT_READ | PROT_WRITE, MAP_SHARED, memory, static_cast<off_t>(begin));
  if (base == MAP_FAILED) return nullptr;
  std::unique_ptr<LoanMemory> owned;
  try {
    owned.reset(new LoanMemory(sizes, static_cast<std::byte*>(base), side, std::move(places)));
  } catch (...) {
    ::munmap(base, sizes.total());
    throw;
  }
  std::shared_ptr<LoanMemory> made(std::move(owned));
  made->is_entered_ = dimma::enter_arena(made->others_id_, made);
  if (made->is_entered_) return made;
  errno = EPROTO;
  return nullptr;
}

LoanMemory::Region LoanMemory::region(const LoanSizes& sizes, std::byte* base, bool is_to_listener) noexcept {
  const std::size_t which = is_to_listener ? 0 : 1;
  std::byte* const words = base + which * words_octets(sizes);
  return {reinterpret_cast<LoanHead*>(words), reinterpret_cast<LoanWord*>(words + sizeof(LoanHead)),
          base + data_begin(sizes) + which * sizes.count * padded(sizes.octets)};
}

LoanMemory::LoanMemory(const LoanSizes& sizes, std::byte* base, Side side, std::unique_ptr<Place[]> places) noexcept
    : sizes_(sizes),
      base_(base),
      own_id_(side == Side::connector ? sizes.to_listener_id : sizes.to_connector_id),
      others_id_(side == Side::connector ? sizes.to_connector_id : sizes.to_listener_id),
      own_(region(sizes, base, side == Side::connector)),
      others_(region(sizes, base, side != Side::connector)),
      stride_(padded(sizes.octets)),
      places_(std::move(places)) {}

LoanMemory::~LoanMemory() {
  if (is_entered_) dimma::leave_arena(others_id_);
  ::munmap(base_, sizes_.total());
}

#if defined(__x86_64__)
[[gnu::target("prfchw")]]
#endif
void LoanMemory::approach() const noexcept {
  // Prefetches the words of the first places, since these are taken first.
  __builtin_prefetch(own_.words, 1);
  __builtin_prefetch(others_.words, 1);
}

void LoanMemory::close() noexcept {
  closed_.store(true);
  own_.head->sender_waits.store(0);
  wake_all(own_.head->sender_waits);
}

// A place is out while its word contains its current loan as offered or claimed. A peer that writes any other value can
// damage only its own messages: the place is reused, and the peer reads a later loan instead of this one.
bool LoanMemory::is_out(std::size_t place) const noexcept {
  const Place& own = places_[place];
  if (!own.is_offered.load(relaxed)) return false;
  const std::uint64_t loan = own.loan.load(relaxed);
  const std::uint64_t word = own_.words[place].word.load();
  return word == LoanWord::of(loan, LoanWord::offered) || word == LoanWord::of(loan, LoanWord::claimed);
}

// Checks before the atomic exchange, since the loan has usually already been given back.
bool LoanMemory::revoke(std::size_t place) noexcept {
  const std::uint64_t loan = places_[place].loan.load(relaxed);
  const std::uint64_t offered = LoanWord::of(loan, LoanWord::offered);
  auto& word = own_.words[place].word;
  return word.load() == offered && exchange_if(word, offered, LoanWord::of(loan, LoanWord::given_back));
}

// Holds the place, and then checks that it may be taken, because another thread may have taken it meanwhile. If it may
// not, lets it go and returns false.
bool LoanMemory::hold_if(std::size_t place, bool (LoanMemory::*may_be)(std::size_t) noexcept) noexcept {
  Place& own = places_[place];
  if (own.is_held.exchange(true, std::memory_order_acquire)) return false;
  if ((this->*may_be)(place)) return true;
  own.is_held.store(false, std::memory_order_release);
  return false;
}

// Returns the first free place; its memory is likely to be in the cache.
std::size_t LoanMemory::find_free() noexcept {
  for (std::size_t place = 0; place < sizes_.count; ++place) {
    if (!places_[place].is_held.load(relaxed) && is_free(place) && hold_if(place, &LoanMemory::is_free)) return place;
  }
  return find_unclaimed();
}

// A linear search may find each place taken although there was a free one at every moment, so it is repeated if a place
// has been released in the meantime.
std::size_t LoanMemory::hold_free() noexcept {
  for (;;) {
    const std::uint64_t before = let_go_.load();
    const std::size_t place = find_free();
    if (place != none || let_go_.load() == before) return place;
  }
}

bool LoanMemory::take_back_unclaimed(std::size_t place) noexcept {
  const Place& own = places_[place];
  const auto now = Clock::now().time_since_epoch().count();
  return is_free(place) || (own.is_given.load(relaxed) && own.until.load(relaxed) <= now && revoke(place));
}

std::size_t LoanMemory::find_unclaimed() noexcept {
  for (std::size_t place = 0; place < sizes_.count; ++place) {
    if (places_[place].is_given.load(relaxed) && hold_if(place, &LoanMemory::take_back_unclaimed)) return place;
  }
  return none;
}

LoanBlock LoanMemory::take() {
  const std::size_t place = hold_free();
  if (place == none) return {};
  Place& own = places_[place];
  const std::uint64_t loan = own.loan.load(relaxed) + 1;
  own.is_offered.store(false, relaxed);
  own.is_given.store(false, relaxed);
  own.loan.store(loan, relaxed);
  std::size_t most = in_use_max_.load(relaxed);
  while (most <= place && !in_use_max_.compare_exchange_weak(most, place + 1, relaxed)) {
  }
  return {shared_from_this(), own_.data + place * stride_, static_cast<std::uint32_t>(place), loan,
          LoanBlock::Of::sender};
}

LoanBlock LoanMemory::take_until(std::chrono::steady_clock::time_point deadline) {
  SharedFlag& waits = own_.head->sender_waits;
  for (;;) {
    waits.store(1);
    if (LoanBlock taken = take(); taken.data() != nullptr) return taken;
    const auto now = Clock::now();
    if (closed() || now >= deadline) return {};
    wait_while(waits, 1, std::min<std::chrono::nanoseconds>(look_again, deadline - now));
  }
}

bool LoanMemory::offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept {
  DIMMA_ASSERT(place < sizes_.count);
  Place& own = places_[place];
  if (is_given) own.is_given.store(true, relaxed);
  if (own.is_offered.load(relaxed)) return own_.words[place].word.load() == LoanWord::of(loan, LoanWord::offered);
  own_.words[place].word.store_before(LoanWord::of(loan, LoanWord::offered));
  own.is_offered.store(true, relaxed);
  own.sent.store(own.sent.load(relaxed) + 1, relaxed);
  return true;
}

void LoanMemory::let_go(std::uint32_t place, std::uint64_t loan) noexcept {
  DIMMA_ASSERT(place < sizes_.count);
  Place& own = places_[place];
  if (own.loan.load(relaxed) != loan) return;
  if (own.is_given.load(relaxed)) {
    const auto until = Clock::now() + dimma::unclaimed_loan_max;
    own.until.store(until.time_since_epoch().count(), relaxed);
  } else if (own.is_offered.load(relaxed)) {
    revoke(place);
  }
  const bool is_free_now = is_free(place);
  own.is_held.store(false, std::memory_order_release);
  let_go_.fetch_add(1);
  if (is_free_now) wake_taker();
}

void LoanMemory::wake_taker() noexcept {
  SharedFlag& waits = own_.head->sender_waits;
  if (waits.load() != 0 && waits.exchange(0) != 0) wake_all(waits);
}

// Compares the loan's number, so that no other loan is withdrawn if the place has been taken again in the meantime.
void LoanMemory::withdraw(std::uint32_t place, std::uint64_t loan) noexcept {
  if (place >= sizes_.count || !exchange_if(own_.words[place].word, LoanWord::of(loan, LoanWord::offered),
                                            LoanWord::of(loan, LoanWord::given_back))) {
    return;
  }
  let_go_.fetch_add(1);
  wake_taker();
}

std::byte* LoanMemory::claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept {
  if (place >= sizes_.count || octets > sizes_.octets || loan > LoanWord::loan_max) return nullptr;
  if (!exchange_if(others_.words[place].word, LoanWord::of(loan, LoanWord::offered),
                   LoanWord::of(loan, LoanWord::claimed))) {
    return nullptr;
  }
  return others_.data + place * stride_;
}

void LoanMemory::give_back(std::uint32_t place, std::uint64_t loan) noexcept {
  exchange_if(others_.words[place].word, LoanWord::of(loan, LoanWord::claimed),
              LoanWord::of(loan, LoanWord::given_back));
  SharedFlag& waits = others_.head->sender_waits;
  if (waits.load() != 0 && waits.exchange(0) != 0) wake_all(waits);
}

LoanMemory::Numbers LoanMemory::numbers() const {
  Numbers numbers{.places = sizes_.count,
                  .in_use_max = in_use_max_.load(relaxed),
                  .waits = waits_.load(relaxed),
                  .refusals = refusals_.load(relaxed),
                  .copied = copied_.load(relaxed)};
  for (std::size_t place = 0; place < sizes_.count; ++place) {
    numbers.sent += places_[place].sent.load(relaxed);
    numbers.in_use += places_[place].is_held.load(relaxed) || is_out(place) ? 1 : 0;
    numbers.held += (others_.words[place].word.load() & LoanWord::state_mask) == LoanWord::claimed ? 1 : 0;
  }
  return numbers;
}

}  // namespace dimma::transport
