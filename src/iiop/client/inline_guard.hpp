#pragma once
// As std::lock_guard, for the path of every call: the compiler would rather call that one's destructor than inline it.

#include "base/sync.hpp"

namespace dimma::iiop {

template <class Lock>
class [[nodiscard]] InlineGuard {
 public:
  [[gnu::always_inline]] explicit InlineGuard(Lock& lock) : lock_(lock) { lock_.lock(); }
  [[gnu::always_inline]] InlineGuard(Lock& lock, std::adopt_lock_t) noexcept : lock_(lock) {}
  [[gnu::always_inline]] ~InlineGuard() { lock_.unlock(); }
  InlineGuard(const InlineGuard&) = delete;
  InlineGuard& operator=(const InlineGuard&) = delete;

 private:
  Lock& lock_;
};

}  // namespace dimma::iiop
