#include "simulation/scheduler/fiber.hpp"

#include <cerrno>
#include <system_error>
#include <utility>

#include <cxxabi.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dimma::simulation {

namespace {

std::vector<std::unique_ptr<Stack>>& free_stacks() {
  static std::vector<std::unique_ptr<Stack>> free;
  return free;
}

std::unique_ptr<Stack> take_stack() {
  auto& free = free_stacks();
  if (free.empty()) return std::make_unique<Stack>();
  auto taken = std::move(free.back());
  free.pop_back();
  return taken;
}

}  // namespace

// A guard page below the stack: an overflow ends the program.
Stack::Stack() : begin_(::mmap(nullptr, octets, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (begin_ == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "a stack");
  ::mprotect(begin_, static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), PROT_NONE);
}

Stack::~Stack() { ::munmap(begin_, octets); }

Fiber::Fiber(void (*entry)()) : stack_(take_stack()), has_begun_(false) {
  ::getcontext(&start_);
  start_.uc_stack.ss_sp = stack_->begin();
  start_.uc_stack.ss_size = Stack::octets;
  start_.uc_link = nullptr;
  ::makecontext(&start_, entry, 0);
  storage_.begin();
}

Fiber::~Fiber() {
  if (stack_) free_stacks().push_back(std::move(stack_));
}

void Fiber::switch_to(Fiber& other) noexcept {
  auto& handled = *reinterpret_cast<Handled*>(abi::__cxa_get_globals());
  handled_ = std::exchange(handled, other.handled_);
  storage_.exchange_for(other.storage_);
  if (_setjmp(left_) != 0) return;
  if (std::exchange(other.has_begun_, true)) _longjmp(other.left_, 1);
  ::setcontext(&other.start_);
}

}  // namespace dimma::simulation
