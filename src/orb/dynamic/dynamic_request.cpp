#include <dimma/dii.hpp>
#include <dimma/generated/call.hpp>

#include "base/sync/sync.hpp"

#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

#include <exception>

namespace CORBA {

namespace {

[[noreturn]] void raise_order(std::uint32_t minor, const char* what) { throw BAD_INV_ORDER(minor, COMPLETED_NO, what); }

// Returns true if the Any has no value although its type requires one.
bool has_nothing_to_send(const Any& value) {
  const auto kind = value._type()._without_aliases().kind();
  return value._value() == nullptr && kind != TCKind::tk_null && kind != TCKind::tk_void;
}

}  // namespace

// The thread that performs a deferred call, and the outcome.
struct Request::Deferred {
  std::exception_ptr raised;
  dimma::sync::Atomic<bool> over{false};
  dimma::sync::Thread thread;
};

Request::Request(object_reference<Object> target, std::string operation, object_reference<NVList> arguments,
                 object_reference<NamedValue> result)
    : target_(std::move(target)),
      operation_(std::move(operation)),
      arguments_(std::move(arguments)),
      result_(std::move(result)),
      exceptions_(make_reference<ExceptionList>()) {}

Request::~Request() {
  if (deferred_ && deferred_->thread.joinable()) deferred_->thread.join();
}

Any& Request::add_out_arg(const std::string& name, const typecode_reference& type) {
  return arguments_->add_value(name, Any(type, nullptr), ARG_OUT)->value();
}

void Request::set_return_type(const typecode_reference& type) { result_->value() = Any(type, nullptr); }

void Request::invoke() {
  begin(State::done);
  perform(false);
}

void Request::send_oneway() {
  begin(State::done);
  perform(true);
}

void Request::send_deferred() {
  begin(State::deferred);
  deferred_ = std::make_unique<Deferred>();
  const auto run = [this] {
    try {
      perform(false);
    } catch (...) {
      deferred_->raised = std::current_exception();
    }
    deferred_->over.store(true);
  };
  if constexpr (dimma::sync::has_threads) {
    try {
      deferred_->thread = dimma::sync::Thread(run);
    } catch (const std::exception&) {
      state_ = State::fresh;
      throw NO_RESOURCES(dimma::minor::no_resources_exhausted, COMPLETED_NO,
                         "cannot start a thread for a deferred call");
    }
  } else {
    run();
  }
}

bool Request::poll_response() {
  require_deferred();
  return deferred_->over.load();
}

void Request::get_response() {
  require_deferred();
  state_ = State::retrieved;
  if (deferred_->thread.joinable()) deferred_->thread.join();
  if (deferred_->raised) std::rethrow_exception(deferred_->raised);
}

void Request::begin(State next) {
  if (state_ != State::fresh)
    raise_order(dimma::minor::bad_inv_order_sent_already, "the Request has already been sent");
  check_arguments();
  state_ = next;
}

void Request::require_deferred() const {
  switch (state_) {
    case State::deferred:
      return;
    case State::fresh:
      raise_order(dimma::minor::bad_inv_order_not_sent, "the Request has not been sent");
    case State::retrieved:
      raise_order(dimma::minor::bad_inv_order_retrieved, "the response of the Request has already been retrieved");
    case State::done:
      raise_order(dimma::minor::bad_inv_order_not_deferred, "the Request was not sent deferred");
  }
}

void Request::check_arguments() const {
  for (std::uint32_t i = 0; i < arguments_->count(); ++i) {
    const auto argument = arguments_->item(i);
    const bool goes = (argument->flags() & ARG_IN) != 0;
    const bool is_missing =
        goes ? has_nothing_to_send(argument->value()) : argument->value()._type().kind() == TCKind::tk_null;
    if (!is_missing) continue;
    const std::string name = argument->name().empty() ? "" : " (" + argument->name() + ")";
    throw BAD_PARAM(
        dimma::minor::bad_param_argument, COMPLETED_NO,
        "argument " + std::to_string(i + 1) + name + " of " + operation_ + " has no " + (goes ? "value" : "type"));
  }
}

void Request::perform(bool oneway) {
  const auto raise_known = [this](dimma::cdr::Decoder& in) { raise(in); };
  const dimma::UserExceptionReader reader(raise_known);
  const dimma::Operation operation{operation_, oneway, {}, &reader};
  dimma::call(
      *target_, operation, [this](dimma::cdr::Encoder& out) { write_arguments(out); },
      [this](dimma::cdr::Decoder& in) { read_results(in); });
}

void Request::write_arguments(dimma::cdr::Encoder& out) const {
  const dimma::cdr::WritingValues values(out);
  for (std::uint32_t i = 0; i < arguments_->count(); ++i) {
    const auto argument = arguments_->item(i);
    if ((argument->flags() & ARG_IN) != 0) dimma::cdr::write_any_value(out, argument->value());
  }
}

void Request::read_results(dimma::cdr::Decoder& in) {
  const dimma::cdr::ReadingValues values(in);
  Any& result = result_->value();
  if (result._type().kind() != TCKind::tk_null) result = dimma::cdr::read_any_value(in, result.type());
  for (std::uint32_t i = 0; i < arguments_->count(); ++i) {
    const auto argument = arguments_->item(i);
    Any& value = argument->value();
    if ((argument->flags() & ARG_OUT) != 0) value = dimma::cdr::read_any_value(in, value.type());
  }
}

// The decoder must be positioned at the exception's repository id.
void Request::raise(dimma::cdr::Decoder& in) const {
  dimma::cdr::Decoder ahead = in;
  const std::string id(ahead.get_string_view());
  for (std::uint32_t i = 0; i < exceptions_->count(); ++i) {
    const auto type = exceptions_->item(i);
    if (type->_without_aliases().id() == id) throw UnknownUserException(dimma::cdr::read_any_value(in, type));
  }
}

void UnknownUserException::_encode(dimma::cdr::Encoder& out) const { dimma::cdr::write(out, exception_); }

object_reference<Request> Object::_request(const std::string& operation) {
  object_reference<Request> request;
  _create_request(operation, {}, {}, request);
  return request;
}

void Object::_create_request(const std::string& operation, object_reference<NVList> arguments,
                             object_reference<NamedValue> result, object_reference<Request>& request) {
  if (!reference_) {
    throw NO_IMPLEMENT(dimma::minor::no_implement_local_object, COMPLETED_NO, "a dynamic request to a local object");
  }
  if (!arguments) arguments = make_reference<NVList>();
  if (!result) result = make_reference<NamedValue>(std::string(), Any(), ARG_OUT);
  request = make_reference<Request>(object_reference<Object>(shared_from_this()), operation, std::move(arguments),
                                    std::move(result));
}

}  // namespace CORBA
