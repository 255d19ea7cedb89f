#pragma once
// Dynamic calls of an application.

#include "classic/dynamic/deferred_call.hpp"

#include <dimma/classic/dynamic/request.hpp>

#include <exception>
#include <memory>

namespace dimma::classic {

class RequestImpl final : public CORBA::Request {
 public:
  RequestImpl(CORBA::Object_ptr target, std::shared_ptr<DynamicCall> call);

  CORBA::Object_ptr target() const override { return target_.in(); }
  const char* operation() const override { return call_->operation().c_str(); }
  CORBA::NVList_ptr arguments() override { return call_->arguments.in(); }
  CORBA::NamedValue_ptr result() override { return call_->result.in(); }
  CORBA::Environment_ptr env() override { return environment_.in(); }
  CORBA::ExceptionList_ptr exceptions() override { return call_->exceptions.in(); }
  CORBA::ContextList_ptr contexts() override { return call_->contexts.in(); }
  CORBA::Context_ptr ctx() const override { return call_->context.in(); }
  void ctx(CORBA::Context_ptr context) override;

  CORBA::Any& add_in_arg() override { return add(nullptr, CORBA::ARG_IN); }
  CORBA::Any& add_in_arg(const char* name) override { return add(name, CORBA::ARG_IN); }
  CORBA::Any& add_inout_arg() override { return add(nullptr, CORBA::ARG_INOUT); }
  CORBA::Any& add_inout_arg(const char* name) override { return add(name, CORBA::ARG_INOUT); }
  CORBA::Any& add_out_arg() override { return add(nullptr, CORBA::ARG_OUT); }
  CORBA::Any& add_out_arg(const char* name) override { return add(name, CORBA::ARG_OUT); }
  void set_return_type(CORBA::TypeCode_ptr type) override;
  CORBA::Any& return_value() override { return *call_->result->value(); }

  void invoke() override;
  void send_oneway() override;
  void send_deferred() override;
  CORBA::Boolean poll_response() override;
  void get_response() override;

  // Like send_oneway() and send_deferred(), but leave the exception of the call in the environment.
  void begin_oneway() { perform(true); }
  void begin_deferred();
  // Returns true if the reply of begin_deferred() has arrived; the environment is then set.
  bool has_ended();

 private:
  enum class State { fresh, sent, deferred, retrieved };

  ~RequestImpl() override;
  CORBA::Any& add(const char* name, CORBA::Flags flags) { return *call_->arguments->add_item(name, flags)->value(); }
  // Makes the call, and sets the environment.
  void perform(bool oneway);
  void begin(State next);
  void require_deferred() const;
  void throw_outcome() const;

  const std::shared_ptr<DynamicCall> call_;
  const CORBA::Object_var target_;
  const CORBA::Environment_var environment_;
  State state_ = State::fresh;
  std::shared_ptr<DeferredCall> deferred_;
};

}  // namespace dimma::classic
