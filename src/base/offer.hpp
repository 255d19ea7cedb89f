#pragma once
// Offers that a library makes to the ORB when it is loaded, so that the ORB is not linked with it.

namespace dimma {

// `Function` is a pointer to a function. A process has one offer for each such type.
template <class Function>
class Offer {
 public:
  static void make(Function function) noexcept { place() = function; }
  // Returns nullptr if the program is not linked with the library.
  static Function made() noexcept { return place(); }

 private:
  // A function, so that the variable exists in any order of loading.
  static Function& place() noexcept {
    static Function function = nullptr;
    return function;
  }
};

}  // namespace dimma
