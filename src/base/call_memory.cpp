#include <dimma/asio/detail/call_memory.hpp>

#include "base/sync.hpp"

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

// Blocks are powers of two from 64 octets to 4 KiB; what is longer is not kept.
constexpr std::size_t block_octets_min = 64;
constexpr std::size_t size_count = 7;
constexpr std::size_t block_octets_max = block_octets_min << (size_count - 1);
constexpr std::size_t kept_by_thread_max = 32;                 // of each size
constexpr std::size_t kept_octets_max = std::size_t{4} << 20;  // of each size, for all threads

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
  // As many as a thread takes at a time; false for none.
  bool take(std::size_t index, Stack& into) noexcept {
    const std::lock_guard lock(mutex_);
    Stack& stack = stacks_[index];
    for (std::size_t i = 0; i < kept_by_thread_max / 2 && stack.count != 0; ++i) {
      stack.move_to(into, block_octets(index));
    }
    return into.count != 0;
  }
  void give(std::size_t index, Stack& from, std::size_t left) noexcept {
    const std::size_t octets = block_octets(index);
    const std::lock_guard lock(mutex_);
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
  std::array<Stack, size_count> stacks_;
};

// Never destroyed: calls may end after main() has.
Shared& shared() {
  static auto* const blocks = new Shared;
  return *blocks;
}

// A thread's own blocks. Nothing is constructed, so that they are found without asking whether that has been done.
enum class Own : unsigned char { not_yet, in_use, given_back };
constinit DIMMA_PER_THREAD Own own = Own::not_yet;
constinit DIMMA_PER_THREAD std::array<Stack, size_count> own_stacks{};

struct GivingBack {
  ~GivingBack() {
    own = Own::given_back;
    for (std::size_t index = 0; index < size_count; ++index) shared().give(index, own_stacks[index], 0);
  }
};

[[gnu::cold, gnu::noinline]] bool may_use_own() noexcept {
  if (own == Own::given_back) return false;  // the thread is ending
  static DIMMA_PER_THREAD const GivingBack at_end_of_thread;
  own = Own::in_use;
  return true;
}

[[gnu::always_inline]] inline Stack* own_stack(std::size_t index) noexcept {
  if (own != Own::in_use && !may_use_own()) [[unlikely]]
    return nullptr;
  return &own_stacks[index];
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
[[gnu::noinline]] void* take_from_others(Stack* blocks, std::size_t index) {
  if (blocks != nullptr && shared().take(index, *blocks)) return blocks->pop(block_octets(index));
  return ::operator new(block_octets(index));
}

// `blocks`: nullptr where the thread has none of its own any more.
[[gnu::noinline]] void give_to_others(Stack* blocks, std::size_t index, void* memory) noexcept {
  if (blocks != nullptr) return shared().give(index, *blocks, kept_by_thread_max / 2);
  Stack one;
  one.push(memory, block_octets(index));
  shared().give(index, one, 0);
}
}  // namespace

void* take_call_memory(std::size_t octets) {
  if (octets > block_octets_max) [[unlikely]]
    return ::operator new(octets);
  const std::size_t index = size_index(octets);
  Stack* const blocks = own_stack(index);
  if (blocks != nullptr && blocks->count != 0) [[likely]]
    return blocks->pop(block_octets(index));
  return take_from_others(blocks, index);
}

void give_call_memory(void* memory, std::size_t octets) noexcept {
  if (octets > block_octets_max) return ::operator delete(memory);
  const std::size_t index = size_index(octets);
  Stack* const blocks = own_stack(index);
  if (blocks == nullptr) [[unlikely]]
    return give_to_others(nullptr, index, memory);
  blocks->push(memory, block_octets(index));
  if (blocks->count > kept_by_thread_max) [[unlikely]]
    give_to_others(blocks, index, nullptr);
}

std::pmr::memory_resource* call_memory() noexcept {
  static auto* const resource = new Resource;
  return resource;
}

}  // namespace dimma::asio::detail
