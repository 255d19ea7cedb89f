#pragma once
// Translates exceptions at the boundary between the mappings, with their minor code, completion status and detail.

#include <dimma/classic/exception.hpp>
#include <dimma/exception.hpp>

#include <exception>

namespace dimma::classic {

// Crosses the runtime in place of a user exception of the classic mapping, which it carries. Its name and repository id
// are the carried exception's, as are the members that it writes.
class CarriedException final : public ::CORBA::UserException {
 public:
  // `carried` is the exception that `owner` refers to.
  CarriedException(const CORBA::UserException& carried, std::exception_ptr owner) noexcept
      : carried_(&carried), owner_(std::move(owner)) {}

  [[noreturn]] void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return carried_->_name(); }
  const char* _rep_id() const noexcept override { return carried_->_rep_id(); }
  void _encode(cdr::Encoder& out) const override;

  [[noreturn]] void raise_carried() const { std::rethrow_exception(owner_); }

 private:
  const CORBA::UserException* carried_;
  std::exception_ptr owner_;
};

// Called in a handler of an exception that the modern mapping may have thrown: throws the classic exception instead.
// Throws an exception of neither mapping again.
[[noreturn, gnu::cold]] void raise_classic();

// Called in a handler of an exception that the classic mapping may have thrown: throws the modern exception instead.
// Throws an exception of neither mapping again.
[[noreturn, gnu::cold]] void raise_modern();

// Calls `function`, and translates what it throws. For functions that are not on the path of a call.
template <class Function>
decltype(auto) with_classic_exceptions(Function function) {
  try {
    return function();
  } catch (...) {
    raise_classic();
  }
}

template <class Function>
decltype(auto) with_modern_exceptions(Function function) {
  try {
    return function();
  } catch (...) {
    raise_modern();
  }
}

}  // namespace dimma::classic
