// Calls to the peer without stubs, and callbacks from it to a servant without a skeleton.

#include "dimma/client_checks.hpp"

#include <dimma/dii.hpp>
#include <dimma/dsi.hpp>

namespace mapped {
namespace {

using checks::require;
using checks::require_equal;

CORBA::object_reference<CORBA::Request> raise_rich(const Ref<Everything::Errors>& errors, std::int32_t code) {
  auto request = errors->_request("raise_rich");
  request->add_in_arg("code") <<= code;
  request->add_inout_arg("kept") <<= "something";
  request->set_return_type(CORBA::_tc_string);
  request->exceptions()->add(Everything::_tc_Empty);
  request->exceptions()->add(Everything::_tc_Rich);
  return request;
}

void check_results(CORBA::Request& request) {
  std::string result, kept;
  require(request.return_value() >>= result, "the result is no string");
  require(request.arguments()->item(1)->value() >>= kept, "the inout argument is no string");
  require_equal(result, "something", "result");
}

void check_rich_request(const Ref<Everything::Errors>& errors) {
  try {
    raise_rich(errors, 7)->invoke();
  } catch (const CORBA::UnknownUserException& unknown) {
    Everything::Rich rich;
    require(unknown.exception() >>= rich, "it is no Rich");
    require_equal(rich.code(), 7, "code");
    require_equal(rich.place().y(), -7, "place.y");
    return;
  }
  throw checks::Failed("raise_rich returned");
}

// Implements Everything::Listener.
class DynamicListener final : public PortableServer::DynamicImplementation {
 public:
  void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
    if (request->operation() != "hear") throw CORBA::BAD_OPERATION();
    const auto parameters = CORBA::make_reference<CORBA::NVList>();
    parameters->add(CORBA::ARG_IN)->value() <<= "";
    request->arguments(parameters);
    std::string text;
    parameters->item(0)->value() >>= text;
    CORBA::Any answer;
    if (text.empty()) {
      answer <<= Everything::Deaf("there was nothing to hear");
      request->set_exception(answer);
    } else {
      answer <<= "heard dynamically: " + text;
      request->set_result(answer);
    }
  }
  std::string _primary_interface(const PortableServer::ObjectId&, PoaRef) override {
    return std::string(Everything::Listener::_interface_tag.repository_id);
  }
};

}  // namespace

void check_dynamic(checks::Checks& checks, Session& session) {
  auto errors = session.through(session.root->get_errors());
  checks.run("dynamic_request", [&] {
    const auto request = raise_rich(errors, 0);
    request->invoke();
    check_results(*request);
  });
  checks.run("deferred_dynamic_request", [&] {
    const auto request = raise_rich(errors, 0);
    request->send_deferred();
    request->get_response();
    check_results(*request);
  });
  checks.run("dynamic_request_that_raises", [&] { check_rich_request(errors); });

  auto servant = CORBA::make_reference<DynamicListener>();
  auto listener = IDL::traits<Everything::Listener>::narrow(session.poa->servant_to_reference(servant));
  auto speaker = session.through(session.root->get_speaker());
  checks.run("callback_to_a_dynamic_servant",
             [&] { require_equal(speaker->speak(listener, "hello"), "heard dynamically: hello", "answer"); });
  checks.run("dynamic_callback_that_raises", [&] { check_deafness(speaker, listener); });
}

}  // namespace mapped
