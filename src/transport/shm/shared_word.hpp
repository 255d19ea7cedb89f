#pragma once
// A word in memory that is shared with another process, and the system calls to wait until it changes.
//
// The atomics of base/sync/sync.hpp cannot be used: in a build without threads they are plain values, but the other end
// is another process even then. Stores and loads are sequentially consistent, because each end writes its own word and
// then reads the other's to decide whether to wait or to wake.

#include <chrono>
#include <cstdint>
#include <ctime>

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dimma::transport {

template <class Value>
class SharedWord {
 public:
  Value load() const noexcept { return __atomic_load_n(&value_, __ATOMIC_SEQ_CST); }
  void store(Value value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_SEQ_CST); }
  // Stores a value that becomes visible to the other end before all later stores (release). Cheaper than store().
  void store_before(Value value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }
  Value exchange(Value value) noexcept { return __atomic_exchange_n(&value_, value, __ATOMIC_SEQ_CST); }
  Value set_bits(Value bits) noexcept { return __atomic_fetch_or(&value_, bits, __ATOMIC_SEQ_CST); }
  Value clear_bits(Value bits) noexcept { return __atomic_fetch_and(&value_, ~bits, __ATOMIC_SEQ_CST); }
  Value* address() noexcept { return &value_; }

 private:
  Value value_;
};

using SharedFlag = SharedWord<std::uint32_t>;

// Blocks while the flag has this value, at most for `limit`; may wake spuriously.
inline void wait_while(SharedFlag& flag, std::uint32_t value, std::chrono::nanoseconds limit) noexcept {
  timespec time{};
  time.tv_sec = static_cast<time_t>(limit.count() / 1'000'000'000);
  time.tv_nsec = static_cast<long>(limit.count() % 1'000'000'000);
  ::syscall(SYS_futex, flag.address(), FUTEX_WAIT, value, &time, nullptr, 0);
}

inline void wake(SharedFlag& flag, int sleepers) noexcept {
  ::syscall(SYS_futex, flag.address(), FUTEX_WAKE, sleepers, nullptr, nullptr, 0);
}
inline void wake_all(SharedFlag& flag) noexcept {
  constexpr int everybody = 0x7fff'ffff;
  wake(flag, everybody);
}

}  // namespace dimma::transport
