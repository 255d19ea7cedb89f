#pragma once
// One direction of a connection of the in-memory transport: a bounded buffer with faults.

#include "base/sync/sync.hpp"
#include "transport/memory/memory_faults.hpp"
#include "transport/memory/memory_handle.hpp"
#include "transport/transport.hpp"

#include <memory>

namespace dimma::transport {

class MemoryPipe {
 public:
  // Adds the transferred octets to `counter`.
  MemoryPipe(const DirectionPlan& plan, std::uint64_t seed, sync::Atomic<std::uint64_t>& counter);

  // Sets the other pipe of the connection, which ends together with this one.
  void opposite(MemoryPipe& pipe) noexcept { opposite_ = &pipe; }
  // Cuts the connection at once if the plan has its cut at octet 0.
  void begin() noexcept;

  Result read(std::span<std::byte> into, Deadline deadline);
  Result write(std::span<iovec> pieces, Deadline deadline);

  // Shut down the reading end, or the writing end. The other end can no longer transfer octets.
  void shut_reader() noexcept;
  void shut_writer() noexcept;

  bool has_octets() const noexcept;
  // Returns a descriptor that polls readable exactly if read() does not block.
  int handle() const noexcept { return readable_.get(); }

 private:
  enum class State : std::uint8_t { open, ended, reset };
  using Lock = sync::UniqueLock<sync::Mutex>;

  bool readable() const noexcept DIMMA_REQUIRES(mutex_) { return used_ != 0 || state_ != State::open || reader_shut_; }
  bool writable() const noexcept DIMMA_REQUIRES(mutex_) { return used_ < plan_.buffer_octets || write_must_fail(); }
  bool write_must_fail() const noexcept DIMMA_REQUIRES(mutex_) {
    return state_ != State::open || writer_shut_ || reader_shut_;
  }
  Result write_failure(std::size_t octets) const noexcept DIMMA_REQUIRES(mutex_);

  template <typename Condition>
  bool wait(Lock& lock, Deadline deadline, Condition condition) DIMMA_REQUIRES(mutex_);
  // Delays the writer as planned. Returns false if the deadline passes first.
  bool hold_up(Lock& lock, Deadline deadline) DIMMA_REQUIRES(mutex_);
  std::size_t put(const iovec& piece) DIMMA_REQUIRES(mutex_);
  std::size_t take(std::span<std::byte> into) DIMMA_REQUIRES(mutex_);
  bool cut_is_due() const noexcept DIMMA_REQUIRES(mutex_) {
    return plan_.cut != Cut::never && passed_octets_ >= plan_.cut_after_octets;
  }
  // Releases the mutex meanwhile, so that the mutexes of both pipes are never held together.
  void cut() noexcept DIMMA_REQUIRES(mutex_);
  void finish(State state) noexcept DIMMA_EXCLUDES(mutex_);
  void changed() noexcept DIMMA_REQUIRES(mutex_);

  const DirectionPlan plan_;
  MemoryPipe* opposite_ = nullptr;

  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  MemoryHandle readable_;  // set with the mutex held
  Chance reads_ DIMMA_GUARDED_BY(mutex_);
  Chance writes_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<std::uint64_t>& counter_;
  const std::unique_ptr<std::byte[]> buffer_;  // a ring of plan_.buffer_octets, used with the mutex held
  std::size_t first_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t used_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t passed_octets_ DIMMA_GUARDED_BY(mutex_) = 0;
  State state_ DIMMA_GUARDED_BY(mutex_) = State::open;
  bool reader_shut_ DIMMA_GUARDED_BY(mutex_) = false;
  bool writer_shut_ DIMMA_GUARDED_BY(mutex_) = false;
};

}  // namespace dimma::transport
