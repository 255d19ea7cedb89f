#pragma once
// Locks the shared store of call memory while the process forks.

namespace dimma::asio::detail {

// Between the two calls, no thread takes blocks from the shared store or gives blocks back, so the child inherits a
// consistent, unlocked store. No other lock is taken while this lock is held.
void lock_call_memory() noexcept;
void unlock_call_memory() noexcept;

}  // namespace dimma::asio::detail
