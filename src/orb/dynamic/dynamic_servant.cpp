#include <dimma/dsi.hpp>

#include "cdr/stream/exceptions.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/minor.hpp>

namespace CORBA {

namespace {

constexpr std::string_view system_exceptions = "IDL:omg.org/CORBA/";

void require_sendable(const Any& value, const char* what) {
  const auto kind = value._type()._without_aliases().kind();
  if (value._value() != nullptr || kind == TCKind::tk_null || kind == TCKind::tk_void) return;
  throw BAD_PARAM(dimma::minor::bad_param_argument, COMPLETED_YES, std::string(what) + " without a value");
}

}  // namespace

ServerRequest::~ServerRequest() = default;

dimma::ServerRequest& ServerRequest::running() const {
  if (request_ == nullptr) {
    throw BAD_INV_ORDER(dimma::minor::bad_inv_order_arguments, COMPLETED_NO, "the request has been served");
  }
  return *request_;
}

std::string ServerRequest::operation() const { return std::string(running().operation()); }

void ServerRequest::arguments(const object_reference<NVList>& parameters) {
  auto& request = running();
  if (parameters_ || has_exception_) {
    throw BAD_INV_ORDER(dimma::minor::bad_inv_order_arguments, COMPLETED_NO, "the arguments have already been read");
  }
  if (!parameters) throw BAD_PARAM(dimma::minor::bad_param_argument, COMPLETED_NO, "the list of parameters is nil");
  parameters_ = parameters;
  const dimma::cdr::ReadingValues values(request.arguments());
  for (std::uint32_t i = 0; i < parameters->count(); ++i) {
    const auto parameter = parameters->item(i);
    if ((parameter->flags() & ARG_IN) == 0) continue;
    Any& value = parameter->value();
    value = dimma::cdr::read_any_value(request.arguments(), value.type());
  }
}

void ServerRequest::set_result(const Any& value) {
  running();
  if (has_result_ || has_exception_) {
    throw BAD_INV_ORDER(dimma::minor::bad_inv_order_result, COMPLETED_NO,
                        "a result or an exception has already been set");
  }
  result_ = value;
  has_result_ = true;
}

void ServerRequest::set_exception(const Any& value) {
  running();
  if (value._type()._without_aliases().kind() != TCKind::tk_except || value._value() == nullptr) {
    throw BAD_PARAM(dimma::minor::bad_param_set_exception, COMPLETED_NO, "the Any does not contain an exception");
  }
  exception_ = value;
  has_exception_ = true;
}

void ServerRequest::_reply() {
  auto& request = running();
  if (has_exception_) {
    if (exception_._type()._without_aliases().id().starts_with(system_exceptions)) {
      dimma::cdr::read_any_value(exception_, [](dimma::cdr::Decoder& in) { dimma::cdr::raise_system_exception(in); });
    }
    request.mark_executed();
    throw UnknownUserException(exception_);
  }
  auto& out = request.reply();
  const dimma::cdr::WritingValues values(out);
  require_sendable(result_, "a result");
  dimma::cdr::write_any_value(out, result_);
  for (std::uint32_t i = 0; parameters_ && i < parameters_->count(); ++i) {
    const auto parameter = parameters_->item(i);
    if ((parameter->flags() & ARG_OUT) == 0) continue;
    require_sendable(parameter->value(), "an out argument");
    dimma::cdr::write_any_value(out, parameter->value());
  }
}

}  // namespace CORBA

namespace PortableServer {

DynamicImplementation::~DynamicImplementation() = default;

bool DynamicImplementation::_is_a(const std::string& repository_id) {
  return Servant::_is_a(repository_id) || repository_id == _repository_id();
}

std::string DynamicImplementation::_repository_id() {
  const auto* const upcall = dimma::orb::upcall_on(*this);
  if (upcall == nullptr) return _primary_interface({}, {});
  const auto id = upcall->object->id();
  return _primary_interface({id.begin(), id.end()},
                            CORBA::object_reference<POA>(dimma::orb::adapter_of(*upcall->object).shared()));
}

std::string DynamicImplementation::_interface_of(const ObjectId& id, CORBA::object_reference<POA> poa) {
  return _primary_interface(id, std::move(poa));
}

bool DynamicImplementation::_dispatch(dimma::ServerRequest& request) {
  if (Servant::_dispatch(request)) return true;
  const auto dynamic = CORBA::make_reference<CORBA::ServerRequest>(request);
  struct End {
    CORBA::ServerRequest& request;
    ~End() { request._end(); }
  } const end{*dynamic};
  invoke(dynamic);
  try {
    dynamic->_reply();
  } catch (const CORBA::UnknownUserException& exception) {
    dimma::cdr::write_any_value(request.begin_reply(dimma::ServerRequest::ReplyStatus::user_exception),
                                exception.exception());
  }
  return true;
}

}  // namespace PortableServer
