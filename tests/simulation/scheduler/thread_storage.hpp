#pragma once
// The thread-local variables of a fiber.

#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::simulation {

// The fiber's copy of the program's thread-local variables while another fiber runs, as all fibers share one thread of
// the system. The variables of shared libraries are not copied. A pointer to a variable is valid only in its own fiber.
class ThreadStorage {
 public:
  struct Destructor {
    void (*run)(void*);
    void* object;
  };

  // Initialises the storage for a new thread.
  void begin();
  // Saves the current variables, and replaces them by the other fiber's.
  void exchange_for(ThreadStorage& other) noexcept;
  // Destroys the variables of the running fiber.
  void end() noexcept;
  void at_end(Destructor destructor) { destructors_.push_back(destructor); }

 private:
  std::vector<std::byte> kept_;
  std::vector<Destructor> destructors_;
};

}  // namespace dimma::simulation
