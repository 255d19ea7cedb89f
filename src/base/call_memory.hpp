#pragma once
// Locks the store of call memory while the process forks.

namespace dimma::asio::detail {

// Between the two calls no thread takes blocks from the store that all threads share, or gives blocks back, so that the
// child gets it complete and unlocked. The lock is never held while another one is taken.
void lock_call_memory() noexcept;
void unlock_call_memory() noexcept;

}  // namespace dimma::asio::detail
