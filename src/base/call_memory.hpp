#pragma once
// The store of call memory while the process forks.

namespace dimma::asio::detail {

// In between no thread takes blocks from the store that all threads share, or gives some back: the child gets it whole
// and unlocked. The lock is never held while another one is taken.
void lock_call_memory() noexcept;
void unlock_call_memory() noexcept;

}  // namespace dimma::asio::detail
