#pragma once
// A word in memory that another process writes too, and the system calls to wait for it.
//
// Not the atomics of base/sync/sync.hpp: these are plain values in a build without threads, and here the other one is a
// process. All stores and loads of a word are in one order that both ends see (sequentially consistent), because each
// end writes a word of its own and then reads the other's to find out whether to wait or to wake.

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
  // Stores a value that the other end sees before all later stores. The store itself is an ordinary one.
  void store_before(Value value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }
  Value exchange(Value value) noexcept { return __atomic_exchange_n(&value_, value, __ATOMIC_SEQ_CST); }
  Value set_bits(Value bits) noexcept { return __atomic_fetch_or(&value_, bits, __ATOMIC_SEQ_CST); }
  Value clear_bits(Value bits) noexcept { return __atomic_fetch_and(&value_, ~bits, __ATOMIC_SEQ_CST); }
  Value* address() noexcept { return &value_; }

 private:
  Value value_;
};

using SharedFlag = SharedWord<std::uint32_t>;

// Blocks while the flag has that value, up to `limit`; may wake for no reason.
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
