#pragma once
// The thread-local variables of a fiber.

#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::simulation {

// A copy of the program's thread-local variables, which are those of one thread of the system, while another fiber
// runs. The variables of shared libraries are not copied. A pointer to a variable is of use to its own fiber alone.
class ThreadStorage {
 public:
  struct Destructor {
    void (*run)(void*);
    void* object;
  };

  // Makes it the storage of a new thread.
  void begin();
  // Keeps the variables as they are now, and puts the other fiber's in their place.
  void exchange_for(ThreadStorage& other) noexcept;
  // Destroys the variables of the fiber that runs.
  void end() noexcept;
  void at_end(Destructor destructor) { destructors_.push_back(destructor); }

 private:
  std::vector<std::byte> kept_;
  std::vector<Destructor> destructors_;
};

}  // namespace dimma::simulation
