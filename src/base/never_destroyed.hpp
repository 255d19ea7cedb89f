#pragma once
// Wraps a static variable that is never destroyed, because an ORB's threads may use it until the process has ended.
// They continue after main() if the program has not destroyed its ORB.

#include <cstddef>
#include <new>
#include <utility>

namespace dimma {

template <class Object>
class NeverDestroyed {
 public:
  template <class... Arguments>
  explicit NeverDestroyed(Arguments&&... arguments) noexcept(noexcept(Object(std::forward<Arguments>(arguments)...))) {
    ::new (static_cast<void*>(place_)) Object(std::forward<Arguments>(arguments)...);
  }
  NeverDestroyed(const NeverDestroyed&) = delete;
  NeverDestroyed& operator=(const NeverDestroyed&) = delete;

  Object& operator*() noexcept { return *std::launder(reinterpret_cast<Object*>(place_)); }

 private:
  alignas(Object) std::byte place_[sizeof(Object)];
};

}  // namespace dimma
