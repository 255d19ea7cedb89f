#pragma once
/// The CORBA exceptions (CORBA 3.3 part 1, 8.7; IDL to C++11, 6.14).
///
/// All are thrown by value and caught by const reference. They are ordinary values: copyable, not thread-safe while
/// being changed, and independent of any ORB.

#include <dimma/generated/abi.hpp>

#include <cstdint>
#include <exception>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>

namespace dimma::cdr {
class Encoder;
}

namespace CORBA {

class Any;

/// States whether the operation had been executed when a system exception was raised. COMPLETED_NO guarantees that the
/// request has not been executed. The enumeration is unscoped on purpose: both `CORBA::COMPLETED_NO` and
/// `CORBA::CompletionStatus::COMPLETED_NO` work.
enum CompletionStatus : std::uint32_t { COMPLETED_YES, COMPLETED_NO, COMPLETED_MAYBE };

/// Root of all exceptions that an operation can raise.
class Exception : public std::exception {
 public:
  Exception(const Exception& other) noexcept : std::exception(other) {}
  Exception& operator=(const Exception&) noexcept { return *this; }
  ~Exception() override;

  /// The text that operator<< writes. Made on the first call, not when the exception is thrown, and valid as long as
  /// the exception. Only the bare name if memory is exhausted. Thread-safe.
  const char* what() const noexcept override;

  /// Throws a copy of the exception as its most derived type.
  [[noreturn]] virtual void _raise() const = 0;
  /// The name without scopes: "BAD_PARAM", "NotFound".
  virtual const char* _name() const noexcept = 0;
  /// The repository id: "IDL:omg.org/CORBA/BAD_PARAM:1.0".
  virtual const char* _rep_id() const noexcept = 0;
  /// An extension of dimma: writes the text of operator<<. For a user exception from IDL that includes the members,
  /// even if the exception was caught as a base class.
  virtual void _print(std::ostream& out) const;

 protected:
  Exception() = default;

 private:
  struct Text;
  mutable Text* texts_ = nullptr;  // made by what(), newest first; never copied
};

/// Base of the exceptions declared in IDL; generated classes derive from it.
class UserException : public Exception {
 public:
  /// For generated code: writes the members (not the repository id) to a reply.
  virtual void _encode(dimma::cdr::Encoder& out) const = 0;
  /// Implements `any <<= exception`. Throws NO_IMPLEMENT for an exception that has no TypeCode.
  virtual void _insert(Any& any) const;

 protected:
  UserException() = default;
};

/// Base of the standard exceptions, which any operation can raise.
class SystemException : public Exception {
 public:
  /// The vendor's or OMG's number for the cause; docs/reference/minor-codes.md lists those of the ORB.
  std::uint32_t minor() const noexcept { return minor_; }
  void minor(std::uint32_t value) noexcept { minor_ = value; }
  CompletionStatus completed() const noexcept { return completed_; }
  void completed(CompletionStatus value) noexcept { completed_ = value; }

  /// An extension of dimma: a description of the failure, its object and its place; empty if nothing is known beyond
  /// the minor code. A dimma server sends at most 1 KiB of it with its reply (nothing with --dimma-exception-text
  /// none).
  const std::string& _detail() const noexcept { return detail_; }
  void _print(std::ostream& out) const override;
  void _detail(std::string text) { detail_ = std::move(text); }

 protected:
  SystemException(std::uint32_t minor, CompletionStatus completed) noexcept : minor_(minor), completed_(completed) {}
  SystemException(std::uint32_t minor, CompletionStatus completed, std::string detail) noexcept
      : minor_(minor), completed_(completed), detail_(std::move(detail)) {}

 private:
  std::uint32_t minor_;
  CompletionStatus completed_;
  std::string detail_;
};

/// Writes "CORBA::TRANSIENT (minor 0x..., COMPLETED_NO): connect to tcp:10.0.0.7:2809: connection refused" for a system
/// exception, "M::NotFound{why=3}" for a user exception, and "NotFound (IDL:...:1.0)" for an exception of one of
/// dimma's local interfaces.
std::ostream& operator<<(std::ostream& out, const Exception& exception);

#define DIMMA_SYSTEM_EXCEPTION(NAME)                                                                      \
  class NAME final : public SystemException {                                                             \
   public:                                                                                                \
    static constexpr const char* exception_name = #NAME;                                                  \
    static constexpr const char* repository_id = "IDL:omg.org/CORBA/" #NAME ":1.0";                       \
    NAME() noexcept : SystemException(0, COMPLETED_NO) {}                                                 \
    NAME(std::uint32_t minor, CompletionStatus completed) noexcept : SystemException(minor, completed) {} \
    NAME(std::uint32_t minor, CompletionStatus completed, std::string detail)                             \
    noexcept : SystemException(minor, completed, std::move(detail)) {}                                    \
    [[noreturn]] void _raise() const override { throw *this; }                                            \
    const char* _name() const noexcept override { return exception_name; }                                \
    const char* _rep_id() const noexcept override { return repository_id; }                               \
  };

// clang-format off
#define DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DO)                                                                            \
  DO(UNKNOWN) DO(BAD_PARAM) DO(NO_MEMORY) DO(IMP_LIMIT) DO(COMM_FAILURE) DO(INV_OBJREF) DO(NO_PERMISSION) DO(INTERNAL) \
  DO(MARSHAL) DO(INITIALIZE) DO(NO_IMPLEMENT) DO(BAD_TYPECODE) DO(BAD_OPERATION) DO(NO_RESOURCES) DO(NO_RESPONSE)      \
  DO(PERSIST_STORE) DO(BAD_INV_ORDER) DO(TRANSIENT) DO(FREE_MEM) DO(INV_IDENT) DO(INV_FLAG) DO(INTF_REPOS)             \
  DO(BAD_CONTEXT) DO(OBJ_ADAPTER) DO(DATA_CONVERSION) DO(OBJECT_NOT_EXIST) DO(TRANSACTION_REQUIRED)                    \
  DO(TRANSACTION_ROLLEDBACK) DO(INVALID_TRANSACTION) DO(INV_POLICY) DO(CODESET_INCOMPATIBLE) DO(REBIND) DO(TIMEOUT)    \
  DO(TRANSACTION_UNAVAILABLE) DO(TRANSACTION_MODE) DO(BAD_QOS) DO(INVALID_ACTIVITY) DO(ACTIVITY_COMPLETED)             \
  DO(ACTIVITY_REQUIRED) DO(THREAD_CANCELLED)
// clang-format on

/// One class per standard system exception. Each has the constructors `X()`, `X(minor, completed)` and, as an extension
/// of dimma, `X(minor, completed, detail)`.
DIMMA_FOR_EACH_SYSTEM_EXCEPTION(DIMMA_SYSTEM_EXCEPTION)
#undef DIMMA_SYSTEM_EXCEPTION

}  // namespace CORBA

namespace dimma {
/// Throws the system exception with this repository id, or CORBA::UNKNOWN if it is not a standard one.
[[noreturn]] void raise_system_exception(std::string_view repository_id, std::uint32_t minor,
                                         CORBA::CompletionStatus completed, std::string detail = {});
}  // namespace dimma
