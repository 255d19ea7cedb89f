#pragma once
/// The exceptions of the mapping (formal/2012-07-02, 4.19): Exception, UserException, SystemException.
///
/// All are thrown by value and caught by reference. They are ordinary values: copyable, not thread-safe while being
/// changed, and independent of any ORB.

#include <dimma/classic/mapping.hpp>

#include <cstdint>
#include <exception>
#include <iosfwd>

namespace dimma {
namespace classic {

class Output;

namespace CORBA {

class Any;

/// The vendor minor codeset id of the OMG: the upper 20 bits of its minor codes.
constexpr std::uint32_t OMGVMCID = 0x4f4d0000;

/// States whether the operation had been executed when a system exception was raised. COMPLETED_NO guarantees that the
/// request has not been executed.
enum CompletionStatus { COMPLETED_YES, COMPLETED_NO, COMPLETED_MAYBE };

/// The root of all exceptions that an operation can raise.
class Exception : public std::exception {
 public:
  Exception(const Exception& other);
  Exception& operator=(const Exception&) { return *this; }
  ~Exception() noexcept override;

  /// Throws a copy of the exception as its most derived type.
  virtual void _raise() const = 0;
  /// The name without scopes: "BAD_PARAM", "NotFound".
  virtual const char* _name() const = 0;
  /// The repository id: "IDL:omg.org/CORBA/BAD_PARAM:1.0".
  virtual const char* _rep_id() const = 0;
  /// An extension of dimma: returns the repository id; of a system exception a text with its minor code, completion
  /// status and detail, which is made on the first call and valid as long as the exception. Thread-safe.
  const char* what() const noexcept override;
  /// A name of TAO's: prints the text and what() on standard error. Thread-safe.
  void _tao_print_exception(const char* text) const;

  /// Return the argument; null for null.
  static Exception* _downcast(Exception* exception) { return exception; }
  static const Exception* _downcast(const Exception* exception) { return exception; }

 protected:
  Exception() {}
};

/// The base of the exceptions declared in IDL; generated classes derive from it.
class UserException : public Exception {
 public:
  /// Return the exception as a UserException; null if it is none, or the argument is null.
  static UserException* _downcast(Exception* exception);
  static const UserException* _downcast(const Exception* exception);
  static UserException* _narrow(Exception* exception) { return _downcast(exception); }

  /// For generated code: writes the members, without the repository id, to a reply. This one throws MARSHAL, for
  /// exceptions of local interfaces, which are never sent.
  virtual void _encode(Output& out) const;
  /// For generated code: inserts a copy of the exception, as its most derived type. This one throws NO_IMPLEMENT.
  virtual void _insert(Any& any) const;

 protected:
  UserException() {}
};

/// The base of the standard exceptions, which any operation can raise. The classes are in
/// <dimma/classic/system_exceptions.hpp>.
class SystemException : public Exception {
 public:
  SystemException(const SystemException& other);
  SystemException& operator=(const SystemException& other);
  ~SystemException() noexcept override;

  /// The vendor's or OMG's number for the cause; docs/reference/minor-codes.md lists those of the ORB.
  std::uint32_t minor() const { return minor_; }
  void minor(std::uint32_t value) { minor_ = value; }
  CompletionStatus completed() const { return completed_; }
  void completed(CompletionStatus value) { completed_ = value; }

  const char* what() const noexcept override;
  /// An extension of dimma: a description of the failure, its object and its place; empty if nothing is known beyond
  /// the minor code. Valid as long as the exception, and until it is set again.
  const char* _detail() const { return detail_ == nullptr ? "" : detail_; }
  /// A name of omniORB's: the name of the minor code in <dimma/minor.hpp>, "transient_connect_failed"; null for a code
  /// of another ORB. It stays valid. Thread-safe.
  const char* NP_minorString() const noexcept;
  /// Copies the text. If memory is exhausted the detail is empty.
  void _detail(const char* text);

  /// Return the exception as a SystemException; null if it is none, or the argument is null.
  static SystemException* _downcast(Exception* exception);
  static const SystemException* _downcast(const Exception* exception);
  static SystemException* _narrow(Exception* exception) { return _downcast(exception); }

 protected:
  SystemException(std::uint32_t minor, CompletionStatus completed) : minor_(minor), completed_(completed) {}

 private:
  std::uint32_t minor_;
  CompletionStatus completed_;
  char* detail_ = nullptr;
  mutable char* text_ = nullptr;  // made by what(); never copied
};

/// Writes what().
std::ostream& operator<<(std::ostream& out, const Exception& exception);

}  // namespace CORBA
}  // namespace classic
}  // namespace dimma
