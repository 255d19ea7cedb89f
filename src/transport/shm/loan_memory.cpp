#include "transport/shm/loan_memory.hpp"

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
constexpr std::size_t cache_line = 64;
// So often does who waits for a place look by itself: a peer that is killed wakes nobody.
constexpr std::chrono::milliseconds look_again{5};

constexpr std::size_t padded(std::size_t octets) noexcept {
  return (octets + cache_line - 1) / cache_line * cache_line;
}

constexpr std::size_t words_octets(const LoanSizes& sizes) noexcept {
  return sizeof(LoanHead) + sizes.count * sizeof(LoanWord);
}
// Where the places begin: at a page, so that large ones have pages of their own.
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
  std::vector<Place> places(sizes.count);
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

LoanMemory::LoanMemory(const LoanSizes& sizes, std::byte* base, Side side, std::vector<Place> places) noexcept
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

void LoanMemory::close() noexcept {
  closed_.store(true);
  own_.head->sender_waits.store(0);
  wake_all(own_.head->sender_waits);
}

// Whatever else is in the word than that this very loan is out makes the place free. What an honest peer has in hand is
// never taken; one that writes here gets to see a later loan where it holds an earlier one.
bool LoanMemory::is_free(std::size_t place) const noexcept {
  const Place& own = places_[place];
  if (own.is_held) return false;
  if (!own.is_offered) return true;
  const std::uint64_t word = own_.words[place].word.load();
  return word != LoanWord::of(own.loan, LoanWord::offered) && word != LoanWord::of(own.loan, LoanWord::claimed);
}

bool LoanMemory::revoke(std::size_t place) noexcept {
  const std::uint64_t loan = places_[place].loan;
  return exchange_if(own_.words[place].word, LoanWord::of(loan, LoanWord::offered),
                     LoanWord::of(loan, LoanWord::given_back));
}

// The first one, whose memory was used last as a rule.
std::size_t LoanMemory::find_free() noexcept {
  for (std::size_t place = 0; place < places_.size(); ++place) {
    if (is_free(place)) return place;
  }
  return find_unclaimed();
}

std::size_t LoanMemory::find_unclaimed() noexcept {
  const auto now = std::chrono::steady_clock::now();
  for (std::size_t place = 0; place < places_.size(); ++place) {
    const Place& own = places_[place];
    if (!own.is_held && own.is_given && own.until <= now && revoke(place)) return place;
  }
  return none;
}

LoanBlock LoanMemory::take() {
  const std::lock_guard lock(mutex_);
  const std::size_t place = find_free();
  if (place == none) return {};
  const std::uint64_t loan = places_[place].loan + 1;
  places_[place] = {.loan = loan, .is_held = true};
  in_use_max_ = std::max(in_use_max_, place + 1);
  return {shared_from_this(), own_.data + place * stride_, static_cast<std::uint32_t>(place), loan,
          LoanBlock::Of::sender};
}

LoanBlock LoanMemory::take_until(std::chrono::steady_clock::time_point deadline) {
  waits_.fetch_add(1, std::memory_order_relaxed);
  SharedFlag& waits = own_.head->sender_waits;
  for (;;) {
    waits.store(1);
    if (LoanBlock taken = take(); taken.data() != nullptr) return taken;
    const auto now = std::chrono::steady_clock::now();
    if (closed() || now >= deadline) return {};
    wait_while(waits, 1, std::min<std::chrono::nanoseconds>(look_again, deadline - now));
  }
}

bool LoanMemory::offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept {
  const std::lock_guard lock(mutex_);
  Place& own = places_[place];
  own.is_given = own.is_given || is_given;
  if (own.is_offered) return own_.words[place].word.load() == LoanWord::of(loan, LoanWord::offered);
  own.is_offered = true;
  own_.words[place].word.store(LoanWord::of(loan, LoanWord::offered));
  sent_.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void LoanMemory::let_go(std::uint32_t place, std::uint64_t loan) noexcept {
  bool is_free_now = false;
  {
    const std::lock_guard lock(mutex_);
    Place& own = places_[place];
    if (own.loan != loan) return;
    own.is_held = false;
    if (own.is_given) {
      own.until = std::chrono::steady_clock::now() + unclaimed_max;
    } else if (own.is_offered) {
      revoke(place);
    }
    is_free_now = is_free(place);
  }
  SharedFlag& waits = own_.head->sender_waits;
  if (is_free_now && waits.load() != 0 && waits.exchange(0) != 0) wake_all(waits);
}

LoanBlock LoanMemory::claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept {
  if (place >= sizes_.count || octets > sizes_.octets || loan > LoanWord::loan_max) return {};
  if (!exchange_if(others_.words[place].word, LoanWord::of(loan, LoanWord::offered),
                   LoanWord::of(loan, LoanWord::claimed))) {
    return {};
  }
  return {shared_from_this(), others_.data + place * stride_, place, loan, LoanBlock::Of::receiver};
}

void LoanMemory::give_back(std::uint32_t place, std::uint64_t loan) noexcept {
  exchange_if(others_.words[place].word, LoanWord::of(loan, LoanWord::claimed),
              LoanWord::of(loan, LoanWord::given_back));
  SharedFlag& waits = others_.head->sender_waits;
  if (waits.load() != 0 && waits.exchange(0) != 0) wake_all(waits);
}

LoanMemory::Numbers LoanMemory::numbers() const {
  Numbers numbers{.places = places_.size(),
                  .waits = waits_.load(std::memory_order_relaxed),
                  .refusals = refusals_.load(std::memory_order_relaxed),
                  .sent = sent_.load(std::memory_order_relaxed),
                  .copied = copied_.load(std::memory_order_relaxed)};
  const std::lock_guard lock(mutex_);
  numbers.in_use_max = in_use_max_;
  for (std::size_t place = 0; place < places_.size(); ++place) numbers.in_use += is_free(place) ? 0 : 1;
  return numbers;
}

}  // namespace dimma::transport
