#pragma once
/// The dynamic invocation interface (CORBA 3.3 part 1, 11): calls for which no stub was compiled.
///
///   auto request = object->_request("join");
///   request->add_in_arg() <<= std::string("a");
///   request->add_out_arg("c", CORBA::_tc_string);
///   request->set_return_type(CORBA::_tc_string);
///   request->invoke();
///   std::string joined;
///   request->return_value() >>= joined;
///
/// The IDL to C++11 mapping does not define this interface. The names are those of the IDL to C++ mapping (its clause
/// 4.19), with the types of IDL to C++11. Contexts and environments are left out: system exceptions are thrown, and
/// user exceptions as CORBA::UnknownUserException.

#include <dimma/any.hpp>
#include <dimma/object.hpp>
#include <dimma/traits.hpp>

#include <memory>
#include <string>
#include <vector>

namespace CORBA {

/// How an argument is passed.
inline constexpr Flags ARG_IN = 1;
inline constexpr Flags ARG_OUT = 2;
inline constexpr Flags ARG_INOUT = 3;

/// Thrown for a user exception of an operation that was called dynamically. `exception()` holds it, with its TypeCode.
class UnknownUserException final : public UserException {
 public:
  explicit UnknownUserException(Any exception) : exception_(std::move(exception)) {}
  /// The user exception that the servant raised.
  const Any& exception() const noexcept { return exception_; }
  Any& exception() noexcept { return exception_; }
  [[noreturn]] void _raise() const override { throw *this; }
  const char* _name() const noexcept override { return "UnknownUserException"; }
  const char* _rep_id() const noexcept override { return "IDL:omg.org/CORBA/UnknownUserException:1.0"; }
  void _encode(dimma::cdr::Encoder& out) const override;

 private:
  Any exception_;
};

/// An argument or a result: its name, which is not sent, its value, and the direction in which it is passed.
class NamedValue : public virtual Object {
 public:
  NamedValue(std::string name, Any value, Flags flags)
      : name_(std::move(name)), value_(std::move(value)), flags_(flags) {}
  /// The argument's name, which may be empty.
  const std::string& name() const noexcept { return name_; }
  /// The value to send and, after the call, the value received.
  Any& value() noexcept { return value_; }
  const Any& value() const noexcept { return value_; }
  /// One of ARG_IN, ARG_OUT and ARG_INOUT.
  Flags flags() const noexcept { return flags_; }

 protected:
  ~NamedValue() override;

 private:
  const std::string name_;
  Any value_;
  const Flags flags_;
};

/// Arguments in the order of the operation's parameters. Made by ORB::create_list or with a Request. Not thread-safe.
class NVList : public virtual Object {
 public:
  using Bounds = TypeCode::Bounds;

  /// The number of arguments.
  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(items_.size()); }
  /// Throws Bounds if the index is out of range.
  object_reference<NamedValue> item(std::uint32_t index) const;
  /// Adds an argument whose value is empty.
  object_reference<NamedValue> add(Flags flags) { return add_value({}, {}, flags); }
  object_reference<NamedValue> add_item(const std::string& name, Flags flags) { return add_value(name, {}, flags); }
  /// Adds an argument with a value. Throws BAD_PARAM for flags other than ARG_IN, ARG_OUT and ARG_INOUT.
  object_reference<NamedValue> add_value(const std::string& name, Any value, Flags flags);
  /// Throws Bounds if the index is out of range.
  void remove(std::uint32_t index);

 protected:
  ~NVList() override;

 private:
  std::vector<object_reference<NamedValue>> items_;
};

/// The TypeCodes of the user exceptions that an operation may raise.
class ExceptionList : public virtual Object {
 public:
  using Bounds = TypeCode::Bounds;

  /// The number of exceptions.
  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(types_.size()); }
  /// Throws BAD_TYPECODE if the type is not an exception.
  void add(typecode_reference exception);
  /// Both functions throw Bounds if the index is out of range.
  typecode_reference item(std::uint32_t index) const;
  void remove(std::uint32_t index);

 protected:
  ~ExceptionList() override;

 private:
  std::vector<typecode_reference> types_;
};

/// One call, which can be made once. Created by Object::_request and Object::_create_request. Not thread-safe, except
/// that a thread other than the sender may wait for a deferred call. Calls to objects of this process go through a
/// channel, like any other.
class Request : public virtual Object {
 public:
  /// The object to call, and the operation's name on the wire (`_get_count` for the attribute count).
  object_reference<Object> target() const noexcept { return target_; }
  const std::string& operation() const noexcept { return operation_; }
  /// The arguments and the result. After the call they hold the values received.
  object_reference<NVList> arguments() const noexcept { return arguments_; }
  object_reference<NamedValue> result() const noexcept { return result_; }
  /// The user exceptions that the call expects; any other is thrown as CORBA::UNKNOWN.
  object_reference<ExceptionList> exceptions() const noexcept { return exceptions_; }

  /// Adds an argument, to be filled in: `request->add_in_arg() <<= 5;`. The type to receive is that of the value of an
  /// inout argument, or of the value assigned to an out argument.
  Any& add_in_arg(const std::string& name = {}) { return arguments_->add_item(name, ARG_IN)->value(); }
  Any& add_inout_arg(const std::string& name = {}) { return arguments_->add_item(name, ARG_INOUT)->value(); }
  Any& add_out_arg(const std::string& name = {}) { return arguments_->add_item(name, ARG_OUT)->value(); }
  /// An extension of dimma: adds an out argument of the type.
  Any& add_out_arg(const std::string& name, const typecode_reference& type);
  /// Sets the type of the result; void by default.
  void set_return_type(const typecode_reference& type);
  Any& return_value() const { return result_->value(); }

  /// Calls and waits for the reply. Throws the system exceptions that any call throws; UnknownUserException; BAD_PARAM,
  /// naming the argument, if an argument has no value to send or no type to receive; BAD_INV_ORDER (OMG minor 10) the
  /// second time.
  void invoke();
  /// Sends the request without asking for a reply. The operation should be a oneway, but need not be.
  void send_oneway();
  /// Calls without waiting: a separate thread waits for the reply, until get_response() takes the reply or the Request
  /// is destroyed. In the build without threads the reply has been received when this returns.
  void send_deferred();
  /// Returns true if get_response() would not block. Throws BAD_INV_ORDER: OMG minor 11 before send_deferred(), 12
  /// after get_response(), 13 after invoke().
  bool poll_response();
  /// Waits for the reply of a deferred call. Throws what invoke() throws, and BAD_INV_ORDER like poll_response().
  void get_response();

  /// Internal to dimma; called by Object.
  Request(object_reference<Object> target, std::string operation, object_reference<NVList> arguments,
          object_reference<NamedValue> result);

 protected:
  ~Request() override;

 private:
  struct Deferred;
  enum class State : std::uint8_t { fresh, done, deferred, retrieved };

  void begin(State next);
  void require_deferred() const;
  void check_arguments() const;
  void perform(bool oneway);
  void write_arguments(dimma::cdr::Encoder& out) const;
  void read_results(dimma::cdr::Decoder& in);
  void raise(dimma::cdr::Decoder& in) const;

  const object_reference<Object> target_;
  const std::string operation_;
  const object_reference<NVList> arguments_;
  const object_reference<NamedValue> result_;
  const object_reference<ExceptionList> exceptions_;
  State state_ = State::fresh;
  std::unique_ptr<Deferred> deferred_;
};

}  // namespace CORBA

template <>
struct IDL::traits<CORBA::NamedValue> : dimma::local_interface_traits<CORBA::NamedValue> {};
template <>
struct IDL::traits<CORBA::NVList> : dimma::local_interface_traits<CORBA::NVList> {};
template <>
struct IDL::traits<CORBA::ExceptionList> : dimma::local_interface_traits<CORBA::ExceptionList> {};
template <>
struct IDL::traits<CORBA::Request> : dimma::local_interface_traits<CORBA::Request> {};
