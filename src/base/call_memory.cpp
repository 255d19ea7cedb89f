#include <dimma/asio/detail/call_memory.hpp>

#include "base/call_memory.hpp"
#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <bit>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#endif
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) (static_cast<void>(address), static_cast<void>(size))
#endif

namespace dimma::asio::detail {

namespace {

// Block sizes are powers of two from 64 octets to 4 KiB. Larger blocks are not kept.
constexpr std::size_t block_octets_min = 64;
constexpr std::size_t size_count = 7;
constexpr std::size_t block_octets_max = block_octets_min << (size_count - 1);
constexpr std::size_t kept_by_thread_max = 32;                 // for each size
constexpr std::size_t kept_octets_max = std::size_t{4} << 20;  // for each size, for all threads together

[[gnu::always_inline]] inline std::size_t size_index(std::size_t octets) noexcept {
  return octets <= block_octets_min ? 0 : static_cast<std::size_t>(std::bit_width((octets - 1) / block_octets_min));
}
std::size_t block_octets(std::size_t index) noexcept { return block_octets_min << index; }

struct Block {
  Block* next;
};

struct Stack {
  Block* top = nullptr;
  std::size_t count = 0;

  void push(void* memory, std::size_t octets) noexcept {
    top = ::new (memory) Block{top};
    ++count;
    ASAN_POISON_MEMORY_REGION(static_cast<char*>(memory) + sizeof(Block), octets - sizeof(Block));
  }
  void* pop(std::size_t octets) noexcept {
    DIMMA_ASSERT(top != nullptr && count != 0);
    Block* const block = top;
    ASAN_UNPOISON_MEMORY_REGION(block, octets);
    top = block->next;
    --count;
    return block;
  }
  void move_to(Stack& other, std::size_t octets) noexcept { other.push(pop(octets), octets); }
};

class Shared {
 public:
  void lock() noexcept DIMMA_ACQUIRE(mutex_) { mutex_.lock(); }
  void unlock() noexcept DIMMA_RELEASE(mutex_) { mutex_.unlock(); }
  // Moves up to half of what a thread may keep from the shared stack to `into`. Returns false if the stack is empty.
  bool take(std::size_t index, Stack& into) noexcept {
    const sync::LockGuard lock(mutex_);
    Stack& stack = stacks_[index];
    for (std::size_t i = 0; i < kept_by_thread_max / 2 && stack.count != 0; ++i) {
      stack.move_to(into, block_octets(index));
    }
    return into.count != 0;
  }
  void give(std::size_t index, Stack& from, std::size_t left) noexcept {
    const std::size_t octets = block_octets(index);
    const sync::LockGuard lock(mutex_);
    Stack& stack = stacks_[index];
    while (from.count > left) {
      if (stack.count < kept_octets_max / octets) {
        from.move_to(stack, octets);
      } else {
        ::operator delete(from.pop(octets));
      }
    }
  }

 private:
  sync::Mutex mutex_;
  std::array<Stack, size_count> stacks_ DIMMA_GUARDED_BY(mutex_);
};

// Never destroyed: calls may end after main() has returned.
Shared& shared() {
  static auto* const blocks = new Shared;
  return *blocks;
}

// The blocks that a thread keeps for itself. The struct is constant-initialised, so accesses need no initialisation
// check. Before the first use and when the thread ends, the stacks are empty and may keep no blocks.
struct Own {
  enum class State : unsigned char { not_yet, in_use, given_back };
  State state = State::not_yet;
  std::size_t count_max = 0;
  std::array<Stack, size_count> stacks{};
};
constinit DIMMA_PER_THREAD Own own;

struct GivingBack {
  ~GivingBack() {
    own.state = Own::State::given_back;
    own.count_max = 0;
    for (std::size_t index = 0; index < size_count; ++index) shared().give(index, own.stacks[index], 0);
  }
};

// Returns nullptr if the calling thread is ending and has given back its stacks.
Stack* own_stack(std::size_t index) noexcept {
  if (own.state == Own::State::given_back) return nullptr;
  static DIMMA_PER_THREAD const GivingBack at_end_of_thread;
  own.state = Own::State::in_use;
  own.count_max = kept_by_thread_max;
  return &own.stacks[index];
}

class Resource final : public std::pmr::memory_resource {
  void* do_allocate(std::size_t octets, std::size_t alignment) override {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__) return ::operator new (octets, std::align_val_t{alignment});
    return take_call_memory(octets);
  }
  void do_deallocate(void* memory, std::size_t octets, std::size_t alignment) noexcept override {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__) return ::operator delete (memory, std::align_val_t{alignment});
    give_call_memory(memory, octets);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override { return this == &other; }
};

}  // namespace

namespace {
[[gnu::cold, gnu::noinline]] void* take_from_others(std::size_t index) {
  Stack* const blocks = own_stack(index);
  if (blocks != nullptr && shared().take(index, *blocks)) return blocks->pop(block_octets(index));
  return ::operator new(block_octets(index));
}

[[gnu::cold, gnu::noinline]] void give_to_others(std::size_t index, void* memory) noexcept {
  Stack one;
  Stack* const own_blocks = own_stack(index);
  Stack& blocks = own_blocks != nullptr ? *own_blocks : one;
  blocks.push(memory, block_octets(index));
  if (blocks.count > own.count_max) shared().give(index, blocks, own.count_max / 2);
}
}  // namespace

void* take_call_memory(std::size_t octets) {
  if (octets > block_octets_max) return ::operator new(octets);
  const std::size_t index = size_index(octets);
  Stack& blocks = own.stacks[index];
  if (blocks.top != nullptr) return blocks.pop(block_octets(index));
  return take_from_others(index);
}

void give_call_memory(void* memory, std::size_t octets) noexcept {
  if (octets > block_octets_max) return ::operator delete(memory);
  const std::size_t index = size_index(octets);
  Stack& blocks = own.stacks[index];
  if (blocks.count < own.count_max) return blocks.push(memory, block_octets(index));
  give_to_others(index, memory);
}

// lock_call_memory() takes the lock, and unlock_call_memory() releases it.
void lock_call_memory() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { shared().lock(); }
void unlock_call_memory() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { shared().unlock(); }

std::pmr::memory_resource* call_memory() noexcept {
  static auto* const resource = new Resource;
  return resource;
}

}  // namespace dimma::asio::detail
