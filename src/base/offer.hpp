#pragma once
// Lets a library offer a function to the ORB when the library is loaded, so the ORB need not be linked with it.

namespace dimma {

// `Function` is a pointer type. The process holds one offer for each such type.
template <class Function>
class Offer {
 public:
  static void make(Function function) noexcept { place() = function; }
  // Returns nullptr if the program is not linked with the library.
  static Function made() noexcept { return place(); }

 private:
  // A function-local static is initialised on first use, so libraries may be loaded in any order.
  static Function& place() noexcept {
    static Function function = nullptr;
    return function;
  }
};

}  // namespace dimma
