#pragma once
/// Exceptions of local interfaces: user exceptions that are never sent.

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

namespace dimma {

void print_plain_exception(std::ostream& out, const CORBA::UserException& exception, std::string_view detail);

/// Base of the exceptions of dimma's local interfaces. `E` has the constants `exception_name` and `repository_id`.
/// Sending such an exception throws CORBA::MARSHAL.
template <class E>
class plain_exception : public CORBA::UserException {
 public:
  [[noreturn]] void _raise() const override { throw static_cast<const E&>(*this); }
  const char* _name() const noexcept override { return E::exception_name; }
  const char* _rep_id() const noexcept override { return E::repository_id; }
  void _encode(cdr::Encoder&) const override {
    throw CORBA::MARSHAL(minor::marshal_local_exception, CORBA::COMPLETED_MAYBE, E::exception_name);
  }
  void _print(std::ostream& out) const override { print_plain_exception(out, *this, detail_); }
  /// An extension of dimma: a description of the failure; empty if dimma did not throw the exception.
  const std::string& _detail() const noexcept { return detail_; }
  void _detail(std::string text) noexcept { detail_ = std::move(text); }

 protected:
  plain_exception() = default;
  explicit plain_exception(std::string detail) noexcept : detail_(std::move(detail)) {}

 private:
  std::string detail_;
};

}  // namespace dimma

/// Declares an exception without members inside its interface. The constructors are NAME() and, as an extension of
/// dimma, NAME(detail).
#define DIMMA_LOCAL_EXCEPTION(NAME, SCOPE)                                                            \
  class NAME final : public ::dimma::plain_exception<NAME> {                                          \
   public:                                                                                            \
    static constexpr const char* exception_name = #NAME;                                              \
    static constexpr const char* repository_id = "IDL:omg.org/" SCOPE "/" #NAME ":1.0";               \
    NAME() = default;                                                                                 \
    explicit NAME(std::string detail) noexcept : ::dimma::plain_exception<NAME>(std::move(detail)) {} \
  }
