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

std::size_t size_index(std::size_t octets) noexcept {
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

// 0 not made yet, 1 there, 2 the thread is ending.
DIMMA_PER_THREAD unsigned char own_state = 0;

struct Own {
  Own() noexcept { own_state = 1; }
  ~Own() {
    own_state = 2;
    for (std::size_t index = 0; index < size_count; ++index) shared().give(index, stacks[index], 0);
  }
  std::array<Stack, size_count> stacks;
};

Stack* own_stack(std::size_t index) noexcept {
  if (own_state == 2) return nullptr;
  static DIMMA_PER_THREAD Own own;
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

void* take_call_memory(std::size_t octets) {
  if (octets > block_octets_max) return ::operator new(octets);
  const std::size_t index = size_index(octets);
  Stack* const own = own_stack(index);
  if (own != nullptr && (own->count != 0 || shared().take(index, *own))) return own->pop(block_octets(index));
  return ::operator new(block_octets(index));
}

void give_call_memory(void* memory, std::size_t octets) noexcept {
  if (octets > block_octets_max) return ::operator delete(memory);
  const std::size_t index = size_index(octets);
  Stack* const own = own_stack(index);
  if (own == nullptr) {
    Stack one;
    one.push(memory, block_octets(index));
    return shared().give(index, one, 0);
  }
  own->push(memory, block_octets(index));
  if (own->count > kept_by_thread_max) shared().give(index, *own, kept_by_thread_max / 2);
}

std::pmr::memory_resource* call_memory() noexcept {
  static auto* const resource = new Resource;
  return resource;
}

}  // namespace dimma::asio::detail
