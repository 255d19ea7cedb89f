#pragma once
/// Asynchronous calls (CORBA 3.3 part 1, chapter 17; docs/guides/reply-handlers.md): Messaging::ReplyHandler, which all
/// reply handlers derive from, and Messaging::ExceptionHolder, which tells a handler of an exception. Generated stubs
/// of interfaces with `sendc_` operations include it.
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

/// The exception of a call, as a value: it may go to a handler in another process. May be used by one thread at a time.
class ExceptionHolder : public virtual CORBA::ValueBase {
 public:
  using _ref_type = CORBA::valuetype_reference<ExceptionHolder>;
  using _traits_type = IDL::traits<ExceptionHolder>;
  static const dimma::ValueType _value_type;

  /// Throws the exception each time that it is called: a system exception, or one that the operation declares. Throws
  /// CORBA::UNKNOWN (OMG minor 1) for another user exception, CORBA::MARSHAL for octets that hold no exception.
  virtual void raise_exception();
  /// The same. A user exception that the operation does not declare, but whose TypeCode is listed, is thrown as
  /// CORBA::UnknownUserException (<dimma/dii.hpp>).
  virtual void raise_exception_with_list(const Dynamic::ExceptionList& exceptions);

  // For generated code and the ORB.

  /// Holds an exception that has been thrown. `known` are those that the operation declares; they must live as long.
  static _ref_type _of(const CORBA::Exception& exception, std::span<const dimma::ExceptionEntry> known,
                       std::shared_ptr<dimma::cdr::Context> context);
  void _know(std::span<const dimma::ExceptionEntry> known) noexcept { known_ = known; }

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
  std::string detail_;                             // a system exception's; not sent
  std::span<const dimma::ExceptionEntry> known_;
  std::shared_ptr<dimma::cdr::Context> context_;  // for references and values in it
};

extern const CORBA::TypeCode _tc_ExceptionHolder;

/// interface Messaging::ReplyHandler: the root of all reply handlers.
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

/// An asynchronous call, as the ORB sees it. Its functions are called by one thread at a time: write() by the thread
/// that begins the call, and again by an ORB's thread if the call is sent elsewhere; the others by an ORB's thread.
class PendingReply {
 public:
  virtual ~PendingReply() = default;
  /// Encodes the reply.
  virtual void write(cdr::Encoder& out) = 0;
  /// Reads the results, before answer().
  virtual void read(cdr::Decoder& in) = 0;
  /// One of these two is called once, at the end; their exceptions are dropped.
  virtual void answer() = 0;
  virtual void fail(CORBA::valuetype_reference<Messaging::ExceptionHolder> holder) = 0;
  /// True if there is no handler to call.
  virtual bool is_unheard() const noexcept = 0;
};

/// Sends the request, binding the target first if it is not bound, and returns. The ORB calls `reply` when the call has
/// ended. `operation` must live as long. Throws what a call throws before its request is sent; `reply` is not called
/// then. In the build without threads the call is over when this returns.
void begin_call(const CORBA::Object& target, const Operation& operation, std::unique_ptr<PendingReply> reply);

/// Used by generated stubs to begin a call. `write` holds the arguments, `read` reads the results into a Results, and
/// `answer` passes these to the handler.
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
  std::optional<Write> write_;  // the arguments: loaned ones are back before the handler is called
  Read read_;
  Answer answer_;
  const Failed failed_;
  Results results_;
};

/// For generated code: sends the request; the handler is called when the reply has come.
template <class Results, class Handler, class Write, class Read, class Answer>
void begin_call(const CORBA::Object& target, const Operation& operation, CORBA::object_reference<Handler> handler,
                Write write, Read read, Answer answer,
                void (Handler::*failed)(CORBA::valuetype_reference<Messaging::ExceptionHolder>)) {
  begin_call(target, operation,
             std::make_unique<HandledReply<Results, Handler, Write, Read, Answer>>(
                 std::move(handler), std::move(write), std::move(read), std::move(answer), failed));
}

}  // namespace dimma
