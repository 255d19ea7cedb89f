#pragma once
/// Asynchronous calls (CORBA 3.3 part 1, chapter 17; docs/guides/reply-handlers.md): Messaging::ReplyHandler, the base
/// of all reply handlers, and Messaging::ExceptionHolder, which passes an exception to a handler. Generated stubs of
/// interfaces with `sendc_` operations include this header.
///
///   void op_excep(IDL::traits<Messaging::ExceptionHolder>::ref_type holder) override {
///     try {
///       holder->raise_exception();
///     } catch (const M::NotFound& exception) { ... } catch (const CORBA::SystemException& exception) { ... }
///   }

#include <dimma/generated/call.hpp>
#include <dimma/object.hpp>
#include <dimma/value.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace Dynamic {
/// The TypeCodes of user exceptions.
using ExceptionList = std::vector<CORBA::typecode_reference>;
}  // namespace Dynamic

namespace Messaging {

/// The exception of a call, as a value, which can be passed to a handler in another process. Used by one thread at a
/// time.
class ExceptionHolder : public virtual CORBA::ValueBase {
 public:
  using _ref_type = CORBA::valuetype_reference<ExceptionHolder>;
  using _traits_type = IDL::traits<ExceptionHolder>;
  static const dimma::ValueType _value_type;

  /// Throws the exception on each call: a system exception, or a user exception that the operation declares. Throws
  /// CORBA::UNKNOWN (OMG minor 1) for another user exception, CORBA::MARSHAL for octets that do not hold an exception.
  virtual void raise_exception();
  /// Like raise_exception(), except that a user exception that the operation does not declare, but whose TypeCode is in
  /// `exceptions`, is thrown as CORBA::UnknownUserException (<dimma/dii.hpp>).
  virtual void raise_exception_with_list(const Dynamic::ExceptionList& exceptions);

  // For generated code and the ORB.

  /// Makes a holder of an exception that has been thrown. `known` has the exceptions that the operation declares, and
  /// must outlive the holder.
  static _ref_type _of(const CORBA::Exception& exception, std::span<const dimma::ExceptionEntry> known,
                       std::shared_ptr<dimma::cdr::Context> context);
  void _know(std::span<const dimma::ExceptionEntry> known) noexcept { known_ = known; }
  /// The same for the exceptions that a reader knows, which must outlive the holder; none for null.
  void _know(const dimma::UserExceptionReader* more) noexcept { more_ = more; }

  const dimma::ValueType& _type_of_value() const noexcept override { return _value_type; }
  void _write_state(dimma::cdr::Encoder& out) const override;
  void _read_state(dimma::cdr::Decoder& in) override;

 protected:
  template <class T, class, class... Arguments>
  friend CORBA::valuetype_reference<T> CORBA::make_reference(Arguments&&... arguments);
  ExceptionHolder() = default;
  ~ExceptionHolder() override = default;

 private:
  dimma::cdr::Decoder open() const;

  bool is_system_exception_ = true;
  bool is_little_endian_ = true;
  std::vector<std::uint8_t> marshaled_exception_;  // the repository id and what follows it in a reply
  std::string detail_;                             // the detail of a system exception; not sent
  std::span<const dimma::ExceptionEntry> known_;
  const dimma::UserExceptionReader* more_ = nullptr;
  std::shared_ptr<dimma::cdr::Context> context_;  // for references and values in the exception
};

extern const CORBA::TypeCode _tc_ExceptionHolder;

/// The interface Messaging::ReplyHandler: the base of all reply handlers.
class ReplyHandler : public virtual CORBA::Object {
 public:
  using _ref_type = CORBA::object_reference<ReplyHandler>;
  using _traits_type = IDL::traits<ReplyHandler>;
  static constexpr dimma::InterfaceTag _interface_tag{"IDL:omg.org/Messaging/ReplyHandler:1.0"};
  static constexpr std::string_view _answered_operation{};

  class _operations_type {
   protected:
    ~_operations_type() = default;
  };

  bool _statically_is_a(std::string_view id) const noexcept override;

 protected:
  friend class CORBA::ObjectAccess;
  ReplyHandler() = default;
  ~ReplyHandler() override = default;
};

extern const CORBA::TypeCode _tc_ReplyHandler;

}  // namespace Messaging

template <>
struct IDL::traits<Messaging::ExceptionHolder>
    : dimma::valuetype_traits<Messaging::ExceptionHolder, Messaging::ExceptionHolder,
                              dimma::ReadyFactory<Messaging::ExceptionHolder>, false> {};
template <>
struct IDL::traits<Messaging::ReplyHandler> : dimma::interface_traits<Messaging::ReplyHandler> {};
template <>
struct dimma::typecode_of<Messaging::ExceptionHolder> : dimma::typecode_constant<Messaging::_tc_ExceptionHolder> {};
template <>
struct dimma::typecode_of<Messaging::ReplyHandler> : dimma::typecode_constant<Messaging::_tc_ReplyHandler> {};

namespace CORBA {
/// The types of the reply handlers of an interface with `sendc_` operations. Generated.
template <class T>
struct amic_traits;
}  // namespace CORBA

namespace dimma {

/// The stub's part of an asynchronous call. Its functions are called by one thread at a time: write() by the thread
/// that begins the call, and again by a thread of the ORB if the call is sent to another server; the other functions by
/// a thread of the ORB.
class PendingReply {
 public:
  virtual ~PendingReply() = default;
  /// Writes the arguments.
  virtual void write(cdr::Encoder& out) = 0;
  /// Reads the results. Called before answer().
  virtual void read(cdr::Decoder& in) = 0;
  /// One of these two functions is called once, when the call has ended; exceptions are dropped.
  virtual void answer() = 0;
  virtual void fail(CORBA::valuetype_reference<Messaging::ExceptionHolder> holder) = 0;
  /// Returns true if there is no handler to call.
  virtual bool is_unheard() const noexcept = 0;
};

/// Sends the request, after binding the target if it is not bound, and returns. The ORB calls `reply` when the call has
/// ended. `operation` must outlive the call. Throws what a call throws before its request is sent; `reply` is not
/// called then. In the build without threads the call has ended when this returns.
void begin_call(const CORBA::Object& target, const Operation& operation, std::unique_ptr<PendingReply> reply);

/// Used by generated stubs to begin a call. `write` owns and writes the arguments, `read` reads the results into a
/// Results, and `answer` passes them to the handler.
template <class Results, class Handler, class Write, class Read, class Answer>
class HandledReply final : public PendingReply {
 public:
  using Failed = void (Handler::*)(CORBA::valuetype_reference<Messaging::ExceptionHolder>);
  HandledReply(CORBA::object_reference<Handler> handler, Write write, Read read, Answer answer, Failed failed)
      : handler_(std::move(handler)),
        write_(std::move(write)),
        read_(std::move(read)),
        answer_(std::move(answer)),
        failed_(failed) {}

  void write(cdr::Encoder& out) override { (*write_)(out); }
  void read(cdr::Decoder& in) override {
    if (handler_) read_(in, results_);
  }
  void answer() override {
    write_.reset();
    if (handler_) answer_(*handler_, results_);
  }
  void fail(CORBA::valuetype_reference<Messaging::ExceptionHolder> holder) override {
    write_.reset();
    if (handler_) ((*handler_).*failed_)(std::move(holder));
  }
  bool is_unheard() const noexcept override { return handler_ == nullptr; }

 private:
  const CORBA::object_reference<Handler> handler_;
  std::optional<Write> write_;  // destroyed before the handler is called, which returns loaned arguments
  Read read_;
  Answer answer_;
  const Failed failed_;
  Results results_;
};

/// For generated code: sends the request. The handler is called when the reply has arrived.
template <class Results, class Handler, class Write, class Read, class Answer>
void begin_call(const CORBA::Object& target, const Operation& operation, CORBA::object_reference<Handler> handler,
                Write write, Read read, Answer answer,
                void (Handler::*failed)(CORBA::valuetype_reference<Messaging::ExceptionHolder>)) {
  begin_call(target, operation,
             std::make_unique<HandledReply<Results, Handler, Write, Read, Answer>>(
                 std::move(handler), std::move(write), std::move(read), std::move(answer), failed));
}

}  // namespace dimma
