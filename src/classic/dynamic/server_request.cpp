#include "classic/dynamic/server_request.hpp"

#include "classic/anys/modern_any.hpp"
#include "classic/dynamic/context.hpp"
#include "classic/dynamic/refusals.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/streams/over.hpp"

#include <dimma/generated/server_request.hpp>

#include <vector>

namespace dimma::classic {

CORBA::ServerRequest::~ServerRequest() = default;

DynamicServerRequest::DynamicServerRequest(classic::ServerRequest& request)
    : request_(&request),
      operation_(request.operation(), request.operation_size()),
      modern_(::CORBA::make_reference<::CORBA::ServerRequest>(request.modern())) {}

classic::ServerRequest& DynamicServerRequest::running() const {
  if (request_ != nullptr) return *request_;
  raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_arguments, CORBA::COMPLETED_NO, "the request has been served");
}

const char* DynamicServerRequest::operation() {
  running();
  return operation_.c_str();
}

void DynamicServerRequest::arguments(CORBA::NVList_ptr& parameters) {
  CORBA::NVList_var owner(parameters);
  Input& input = running().arguments();
  with_classic_exceptions([&] {
    ::CORBA::object_reference<::CORBA::NVList> list;
    if (parameters != nullptr) {
      list = ::CORBA::make_reference<::CORBA::NVList>();
      for (CORBA::ULong i = 0; i != parameters->count(); ++i) {
        const CORBA::NamedValue& parameter = *parameters->item(i);
        list->add_value(parameter.name(), AnyAccess::modern(*parameter.value()), parameter.flags() & CORBA::ARG_INOUT);
      }
    }
    input.commit();
    modern_->arguments(list);
    input.reload();
    for (CORBA::ULong i = 0; i != parameters->count(); ++i) {
      AnyAccess::set(*parameters->item(i)->value(), list->item(i)->value());
    }
    modern_parameters_ = list;
  });
  parameters_ = owner._retn();
  may_have_context_ = true;
}

CORBA::Context_ptr DynamicServerRequest::ctx() {
  Input& input = running().arguments();
  if (!may_have_context_) {
    raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_context, CORBA::COMPLETED_NO,
                                "the context is asked for once, between arguments and set_result");
  }
  may_have_context_ = false;
  return with_classic_exceptions([&] {
    cdr::Decoder& in = input.commit();
    if (in.remaining() != 0) {
      std::vector<std::string> properties;
      cdr::read(in, properties);
      input.reload();
      context_ = received_context(properties);
    }
    return context_.in();
  });
}

void DynamicServerRequest::set_result(const CORBA::Any& value) {
  running();
  with_classic_exceptions([&] { modern_->set_result(AnyAccess::modern(value)); });
  may_have_context_ = false;
}

void DynamicServerRequest::set_exception(const CORBA::Any& value) {
  running();
  with_classic_exceptions([&] { modern_->set_exception(AnyAccess::modern(value)); });
  may_have_context_ = false;
}

void DynamicServerRequest::reply() {
  for (CORBA::ULong i = 0; modern_parameters_ && i != modern_parameters_->count(); ++i) {
    modern_parameters_->item(i)->value() = AnyAccess::modern(*parameters_->item(i)->value());
  }
  try {
    modern_->_reply();
  } catch (const ::CORBA::UnknownUserException& exception) {
    auto& out = running().modern().begin_reply(::dimma::ServerRequest::ReplyStatus::user_exception);
    cdr::write_any_value(out, exception.exception());
  }
}

void DynamicServerRequest::end() noexcept {
  modern_->_end();
  request_ = nullptr;
}

}  // namespace dimma::classic
