#pragma once
/// dimma::function_ref: a callable borrowed for the length of a call.

#include <dimma/generated/cxx20.hpp>

#include <type_traits>
#include <utility>

namespace dimma {

template <class Signature>
class function_ref;

/// Two words that name a callable without owning it. Valid only while the callable lives; meant for parameters.
/// Calling it costs one indirect call; making one never allocates. Compiled into what makes it in unoptimised builds
/// too, and with no constant of the standard library's for each callable, as generated code makes one for nearly each
/// operation.
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

  /// An object and a function that is called with it.
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
