#pragma once
// A request that a dynamic servant serves.

#include <dimma/classic/dynamic/server_request.hpp>
#include <dimma/classic/generated/server_request.hpp>
#include <dimma/dsi.hpp>

#include <string>

namespace dimma::classic {

class DynamicServerRequest final : public CORBA::ServerRequest {
 public:
  explicit DynamicServerRequest(classic::ServerRequest& request);

  const char* operation() override;
  void arguments(CORBA::NVList_ptr& parameters) override;
  CORBA::Context_ptr ctx() override;
  void set_result(const CORBA::Any& value) override;
  void set_exception(const CORBA::Any& value) override;

  // Called after invoke(): makes the reply.
  void reply();
  // Makes all other functions throw from now on.
  void end() noexcept;

 private:
  classic::ServerRequest& running() const;

  classic::ServerRequest* request_;
  const std::string operation_;
  const ::CORBA::object_reference<::CORBA::ServerRequest> modern_;
  ::CORBA::object_reference<::CORBA::NVList> modern_parameters_;
  CORBA::NVList_var parameters_;
  CORBA::Context_var context_;
  bool may_have_context_ = false;
};

}  // namespace dimma::classic
