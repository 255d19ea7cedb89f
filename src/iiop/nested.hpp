#pragma once
// How a client channel tells the server connection, on whose thread it is called, that the thread is about to wait.

#include "base/sync.hpp"

namespace dimma::iiop {

// Something that lets others go on when its thread waits for a nested call.
class Waitable {
 public:
  virtual void about_to_wait() noexcept = 0;

 protected:
  ~Waitable() = default;
};

// What this thread serves now; set for the length of an upcall.
class CurrentUpcall {
 public:
  explicit CurrentUpcall(Waitable& serving) noexcept : outer_(current()) { current() = &serving; }
  ~CurrentUpcall() { current() = outer_; }
  CurrentUpcall(const CurrentUpcall&) = delete;
  CurrentUpcall& operator=(const CurrentUpcall&) = delete;

  // Called before a thread waits for a reply, or for a resource that another call holds.
  static void about_to_wait() noexcept {
    if (current() != nullptr) current()->about_to_wait();
  }
  static bool in_upcall() noexcept { return current() != nullptr; }

 private:
  static Waitable*& current() noexcept {
    constinit DIMMA_PER_THREAD Waitable* serving = nullptr;
    return serving;
  }

  Waitable* outer_;
};

}  // namespace dimma::iiop
