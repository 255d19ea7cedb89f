#include "base/loans_within_process.hpp"

#include "base/sync/clock.hpp"

#include <cstdint>
#include <deque>
#include <new>
#include <unordered_map>
#include <utility>

#include <sys/random.h>

namespace dimma {

namespace {

// A loan is entered when a message first names its place, and stays until both ends have let go of it.
class LoansWithinProcess final : public LoanArena, public std::enable_shared_from_this<LoansWithinProcess> {
 public:
  explicit LoansWithinProcess(std::uint64_t id) noexcept : id_(id) {}

  std::uint64_t own_id() const noexcept override { return id_; }
  std::uint64_t others_id() const noexcept override { return id_; }
  std::size_t place_octets() const noexcept override { return 0; }
  LoanBlock take() override { return {}; }
  LoanBlock take_until(std::chrono::steady_clock::time_point) override { return {}; }
  void count_copy() noexcept override {}
  void count_wait() noexcept override {}
  void count_refusal() noexcept override {}
  bool closed() const noexcept override { return false; }
  Numbers numbers() const override { return {}; }
  bool is_shared(std::uint32_t place) const noexcept override { return place == lies_in_shared; }

  void take_in(LoanBlock& block, std::size_t octets) noexcept override;
  bool offer(std::uint32_t place, std::uint64_t loan, bool is_given) noexcept override;
  void let_go(std::uint32_t place, std::uint64_t loan) noexcept override;
  void withdraw(std::uint32_t place, std::uint64_t loan) noexcept override;
  std::byte* claim(std::uint32_t place, std::uint64_t loan, std::size_t octets) noexcept override;
  void give_back(std::uint32_t place, std::uint64_t loan) noexcept override;

 private:
  using Time = std::chrono::steady_clock::time_point;
  enum class State : std::uint8_t { kept, offered, claimed, given_back };

  // The only two place numbers. They distinguish memory of this process from memory that another process maps too.
  static constexpr std::uint32_t lies_in_process = 0;
  static constexpr std::uint32_t lies_in_shared = 1;

  using Memory = std::shared_ptr<LoanBlock>;  // shared by successive loans of the same memory
  struct Loan {
    Memory memory;
    std::size_t octets;
    State state = State::kept;
    bool is_given = false;  // the offer stays valid after the sender lets go
    bool is_sent = false;   // the sender has let go
  };

  Memory taken_out(std::uint64_t loan) noexcept DIMMA_REQUIRES(mutex_);
  Memory unclaimed() noexcept DIMMA_REQUIRES(mutex_);

  const std::uint64_t id_;
  sync::Mutex mutex_;
  std::uint64_t last_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::unordered_map<std::uint64_t, Loan> loans_ DIMMA_GUARDED_BY(mutex_);
  std::deque<std::pair<Time, std::uint64_t>> given_ DIMMA_GUARDED_BY(mutex_);  // ordered by expiry
};

void LoansWithinProcess::take_in(LoanBlock& block, std::size_t octets) noexcept {
  Memory unclaimed;  // destroyed after the lock is released
  LoanBlock received;
  const std::uint32_t place = block.is_shared() ? lies_in_shared : lies_in_process;
  std::byte* const data = block.data();
  try {
    const sync::LockGuard lock(mutex_);
    const auto before = block.arena() == this ? loans_.find(block.loan()) : loans_.end();
    const bool is_here = before != loans_.end();
    const Memory memory = is_here ? before->second.memory : std::make_shared<LoanBlock>();
    loans_.try_emplace(last_ + 1, Loan{memory, octets});
    ++last_;
    (is_here ? received : *memory) = std::move(block);
    block = LoanBlock(shared_from_this(), data, place, last_, LoanBlock::Of::sender);
    unclaimed = this->unclaimed();
  } catch (const std::bad_alloc&) {
    // The block is left unchanged, so the elements will be copied into the message.
  }
}

LoansWithinProcess::Memory LoansWithinProcess::taken_out(std::uint64_t loan) noexcept {
  const auto found = loans_.find(loan);
  if (found == loans_.end()) return {};
  Memory memory = std::move(found->second.memory);
  loans_.erase(found);
  return memory;
}

// Removes one loan that was not claimed in time, and returns its memory. Called when other memory is taken in.
LoansWithinProcess::Memory LoansWithinProcess::unclaimed() noexcept {
  while (!given_.empty()) {
    const auto [until, loan] = given_.front();
    const auto found = loans_.find(loan);
    const bool is_unclaimed = found != loans_.end() && found->second.state == State::offered;
    if (is_unclaimed && until > Clock::now()) break;
    given_.pop_front();
    if (is_unclaimed) return taken_out(loan);
  }
  return {};
}

bool LoansWithinProcess::offer(std::uint32_t /*place*/, std::uint64_t loan, bool is_given) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto found = loans_.find(loan);
  if (found == loans_.end() || found->second.state > State::offered) return false;
  found->second.state = State::offered;
  if (is_given) found->second.is_given = true;
  return true;
}

void LoansWithinProcess::let_go(std::uint32_t /*place*/, std::uint64_t loan) noexcept {
  Memory memory;
  const sync::LockGuard lock(mutex_);
  const auto found = loans_.find(loan);
  if (found == loans_.end()) return;
  Loan& own = found->second;
  own.is_sent = true;
  if (own.state == State::claimed) return;
  if (own.state == State::offered && own.is_given) {
    try {
      given_.emplace_back(Clock::now() + unclaimed_loan_max, loan);
      return;
    } catch (const std::bad_alloc&) {
      // The expiry cannot be recorded, so the offer is taken back at once.
    }
  }
  memory = taken_out(loan);
}

void LoansWithinProcess::withdraw(std::uint32_t /*place*/, std::uint64_t loan) noexcept {
  Memory memory;
  const sync::LockGuard lock(mutex_);
  const auto found = loans_.find(loan);
  if (found == loans_.end() || found->second.state != State::offered) return;
  found->second.state = State::kept;
  found->second.is_given = false;
  if (found->second.is_sent) memory = taken_out(loan);
}

std::byte* LoansWithinProcess::claim(std::uint32_t /*place*/, std::uint64_t loan, std::size_t octets) noexcept {
  const sync::LockGuard lock(mutex_);
  const auto found = loans_.find(loan);
  if (found == loans_.end() || found->second.state != State::offered || octets > found->second.octets) return nullptr;
  found->second.state = State::claimed;
  return found->second.memory->data();
}

void LoansWithinProcess::give_back(std::uint32_t /*place*/, std::uint64_t loan) noexcept {
  Memory memory;
  const sync::LockGuard lock(mutex_);
  const auto found = loans_.find(loan);
  if (found == loans_.end()) return;
  found->second.state = State::given_back;
  if (found->second.is_sent) memory = taken_out(loan);
}

std::shared_ptr<LoanArena> made() noexcept {
  try {
    std::uint64_t id = 0;
    if (::getrandom(&id, sizeof id, 0) != sizeof id) return nullptr;
    auto loans = std::make_shared<LoansWithinProcess>(id);
    return enter_arena(id, loans) ? loans : nullptr;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

// Never destroyed, since a loan may be released while the process ends.
const std::shared_ptr<LoanArena>& loans_within_process() noexcept {
  static const auto& only = *new std::shared_ptr<LoanArena>(made());
  return only;
}

}  // namespace dimma
