#pragma once
/// dimma::function_ref: a callable borrowed for the length of a call.

#include <type_traits>
#include <utility>

namespace dimma {

template <class Signature>
class function_ref;

/// Two words that name a callable without owning it. Valid only while the callable lives; meant for parameters.
/// Calling it costs one indirect call; making one never allocates. Compiled into what makes it in unoptimised builds too,
/// as generated code makes two for each operation.
template <class Result, class... Arguments>
class function_ref<Result(Arguments...)> {
 public:
  template <class Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, function_ref> &&
             std::is_invocable_r_v<Result, Callable&, Arguments...>)
  [[gnu::always_inline]] function_ref(Callable&& callable) noexcept  // NOLINT: implicit, so that a lambda can be passed
      : object_(const_cast<void*>(static_cast<const volatile void*>(&callable))),
        invoke_(&invoke<std::remove_reference_t<Callable>>) {}

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
