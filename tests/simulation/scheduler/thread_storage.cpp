#include "simulation/scheduler/thread_storage.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <link.h>

namespace dimma::simulation {

namespace {

// The program's thread-local variables, and their initial values.
struct Block {
  std::span<std::byte> variables;
  std::span<const std::byte> initial;
};

int find_block(dl_phdr_info* object, std::size_t /*size*/, void* found) {
  for (const auto& header : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
    if (header.p_type != PT_TLS || object->dlpi_tls_data == nullptr) continue;
    auto& block = *static_cast<Block*>(found);
    block.variables = {static_cast<std::byte*>(object->dlpi_tls_data), header.p_memsz};
    block.initial = {reinterpret_cast<const std::byte*>(object->dlpi_addr + header.p_vaddr), header.p_filesz};
  }
  return 1;  // the program is the first object
}

const Block& block() {
  static const Block found = [] {
    Block block;
    ::dl_iterate_phdr(find_block, &block);
    return block;
  }();
  return found;
}

}  // namespace

void ThreadStorage::begin() {
  kept_.assign(block().variables.size(), std::byte());
  std::ranges::copy(block().initial, kept_.begin());
}

void ThreadStorage::exchange_for(ThreadStorage& other) noexcept {
  const auto variables = block().variables;
  kept_.resize(variables.size());
  std::ranges::copy(variables, kept_.begin());
  std::ranges::copy(other.kept_, variables.begin());
}

void ThreadStorage::end() noexcept {
  while (!destructors_.empty()) {
    const Destructor last = destructors_.back();
    destructors_.pop_back();
    last.run(last.object);
  }
}

}  // namespace dimma::simulation
