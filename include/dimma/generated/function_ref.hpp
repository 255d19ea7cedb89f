#pragma once
/// dimma::function_ref: a callable that is borrowed for the duration of a call.

#include <dimma/generated/cxx20.hpp>

#include <type_traits>
#include <utility>

namespace dimma {

template <class Signature>
class function_ref;

/// A non-owning reference to a callable, of two words. Valid only while the callable lives; meant for parameters. A
/// call costs one indirect call; construction never allocates. Generated code makes one for nearly each operation, so
/// this is inlined in unoptimised builds too, and instantiates as few templates as possible.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  template <class Callable>
  requires(!__is_same(std::remove_cvref_t<Callable>, function_ref) &&
           requires(Callable & callable, Arguments... arguments) { static_cast<Result>(callable(arguments...)); })
      [[gnu::always_inline]] function_ref(
          Callable&& callable) noexcept  // NOLINT: implicit, so that a lambda can be passed
      : object_(const_cast<void*>(static_cast<const volatile void*>(&callable))),
        invoke_(&invoke<std::remove_reference_t<Callable>>) {}

  /// Refers to a function that is called with `object` as its first argument.
  [[gnu::always_inline]] function_ref(void* object, Result (*function)(void*, Arguments...)) noexcept
      : object_(object), invoke_(function) {}

  Result operator()(Arguments... arguments) const { return invoke_(object_, std::forward<Arguments>(arguments)...); }

 private:
  template <class Callable>
  static Result invoke(void* object, Arguments... arguments) {
    return (*static_cast<Callable*>(object))(std::forward<Arguments>(arguments)...);
  }

  void* object_;
  Result (*invoke_)(void*, Arguments...);
};

}  // namespace dimma
