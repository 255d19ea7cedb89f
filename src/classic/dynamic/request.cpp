#include "classic/dynamic/request.hpp"

#include "classic/anys/modern_any.hpp"
#include "classic/dynamic/environment.hpp"
#include "classic/dynamic/refusals.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <utility>

namespace dimma::classic {

CORBA::Request::~Request() = default;

RequestImpl::RequestImpl(CORBA::Object_ptr target, std::shared_ptr<DynamicCall> call)
    : call_(std::move(call)), target_(CORBA::Object::_duplicate(target)), environment_(new CORBA::Environment) {}

RequestImpl::~RequestImpl() {
  if (deferred_) deferred_->abandon();
}

void RequestImpl::ctx(CORBA::Context_ptr context) { call_->context = CORBA::Context::_duplicate(context); }

void RequestImpl::set_return_type(CORBA::TypeCode_ptr type) {
  if (type == nullptr) {
    raise<CORBA::BAD_TYPECODE>(minor::bad_typecode_member, CORBA::COMPLETED_NO, "the type of a result is nil");
  }
  AnyAccess::set(return_value(), ::CORBA::Any(modern_of(type), nullptr));
}

void RequestImpl::invoke() {
  perform(false);
  throw_outcome();
}

void RequestImpl::send_oneway() {
  perform(true);
  throw_outcome();
}

void RequestImpl::send_deferred() { begin_deferred(); }

void RequestImpl::perform(bool oneway) {
  begin(State::sent);
  std::exception_ptr failure;
  try {
    call_->perform(oneway);
  } catch (...) {
    failure = std::current_exception();
  }
  set_outcome(*environment_.in(), failure);
}

void RequestImpl::begin_deferred() {
  begin(State::deferred);
  deferred_ = DeferredCall::begin(call_);
}

bool RequestImpl::has_ended() {
  if (!deferred_->is_over()) return false;
  set_outcome(*environment_.in(), deferred_->failure());
  return true;
}

CORBA::Boolean RequestImpl::poll_response() {
  require_deferred();
  return has_ended();
}

void RequestImpl::get_response() {
  require_deferred();
  state_ = State::retrieved;
  deferred_->wait();
  has_ended();
  throw_outcome();
}

void RequestImpl::begin(State next) {
  if (state_ != State::fresh) {
    raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_sent_already, CORBA::COMPLETED_NO,
                                "the Request has already been sent");
  }
  call_->check();
  state_ = next;
}

void RequestImpl::require_deferred() const {
  switch (state_) {
    case State::deferred:
      return;
    case State::fresh:
      raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_not_sent, CORBA::COMPLETED_NO, "the Request has not been sent");
    case State::retrieved:
      raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_retrieved, CORBA::COMPLETED_NO,
                                  "the response of the Request has already been retrieved");
    case State::sent:
      raise<CORBA::BAD_INV_ORDER>(minor::bad_inv_order_not_deferred, CORBA::COMPLETED_NO,
                                  "the Request was not sent deferred");
  }
}

void RequestImpl::throw_outcome() const {
  const CORBA::Exception* const exception = environment_->exception();
  if (exception != nullptr && throws_outcomes()) exception->_raise();
}

namespace CORBA {

Request_ptr Object::_request(const char* operation) {
  Request_var request;
  _create_request(nullptr, operation, nullptr, nullptr, nullptr, nullptr, request.out(), 0);
  return request._retn();
}

void Object::_create_request(Context_ptr context, const char* operation, NVList_ptr arguments, NamedValue_ptr result,
                             Request_out request, ULong flags) {
  _create_request(context, operation, arguments, result, nullptr, nullptr, request, flags);
}

void Object::_create_request(Context_ptr context, const char* operation, NVList_ptr arguments, NamedValue_ptr result,
                             ExceptionList_ptr exceptions, ContextList_ptr contexts, Request_out request, ULong) {
  if (operation == nullptr) refuse_argument("the operation of a Request is a null pointer");
  if (ObjectAccess::target(*this) == nullptr) raise_local_object(operation);
  request = new RequestImpl(
      this, std::make_shared<DynamicCall>(*this, operation, arguments, result, exceptions, contexts, context));
}

}  // namespace CORBA

}  // namespace dimma::classic
