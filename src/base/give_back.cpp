#include "base/give_back.hpp"

#include <cstddef>

#ifdef __GLIBC__
#include <malloc.h>
#endif

// jemalloc's control function; null unless the program is linked with jemalloc.
extern "C" [[gnu::weak]] int mallctl(const char* name, void* old_value, std::size_t* old_size, void* new_value,
                                     std::size_t new_size);

namespace dimma {

void give_back_to_system() noexcept {
  if (mallctl != nullptr) {
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);  // MALLCTL_ARENAS_ALL
    return;
  }
#ifdef __GLIBC__
  ::malloc_trim(0);
#endif
}

}  // namespace dimma
