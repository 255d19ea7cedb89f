#pragma once
/// Static descriptions of operations, compiled into stubs, and the functions that write arguments and read results.
/// Internal to dimma.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/generated/function_ref.hpp>

#include <span>
#include <string_view>

namespace dimma {

/// A user exception that an operation may raise. Generated, one constant per `raises` entry.
struct ExceptionEntry {
  std::string_view repository_id;
  /// Reads the members after the repository id and throws the exception.
  void (*raise)(cdr::Decoder& in);
};

template <class Exception>
[[noreturn]] void raise_user_exception(cdr::Decoder& in) {
  Exception exception;
  cdr::codec<Exception>::read(in, exception);
  throw exception;
}

/// Throws the user exception if it is known to the caller although not to the stub; otherwise returns. The decoder is
/// positioned at the exception's repository id.
using UserExceptionReader = function_ref<void(cdr::Decoder&)>;

/// The static description of an operation. Generated, one constant per operation.
struct Operation {
  std::string_view name;  ///< as sent in the request
  bool oneway = false;
  std::span<const ExceptionEntry> raises = {};
  const UserExceptionReader* extra_exceptions = nullptr;  ///< used by a dynamic call
  bool parted = false;  ///< true if arguments may be long, and their writer may be called twice
};

/// Identifies an interface by its address: one constant per generated interface, in the stub class.
struct InterfaceTag {
  std::string_view repository_id;
};

using ArgumentWriter = function_ref<void(cdr::Encoder&)>;
using ResultReader = function_ref<void(cdr::Decoder&)>;

/// For an operation without arguments, or without results: writes or reads nothing.
struct NoValues {
  template <class Stream>
  void operator()(Stream&) const noexcept {}
};
inline constexpr NoValues no_values;

/// For an operation with one argument, or one result: refers to a function shared by all operations with that type.
template <class T>
[[gnu::always_inline]] inline ArgumentWriter writing(const T& value) noexcept {
  return {const_cast<T*>(&value), &cdr::detail::write_value<T>};
}
template <class T>
[[gnu::always_inline]] inline ResultReader reading(T& value) noexcept {
  return {&value, &cdr::detail::read_value<T>};
}

}  // namespace dimma
