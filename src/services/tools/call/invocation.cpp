#include "services/tools/call/invocation.hpp"

#include "services/tools/common/command.hpp"
#include "services/tools/common/words.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace dimma::tools::call {

namespace {

std::string list_of(const Signature& signature) {
  std::string text;
  for (const Parameter& parameter : signature.parameters) {
    if (parameter.flags == CORBA::ARG_OUT) continue;
    text += (text.empty() ? "" : ", ") + values::type_text(parameter.type) + " " + parameter.name;
  }
  return text.empty() ? "none" : text;
}

bool is_void(const CORBA::typecode_reference& type) { return type->kind() == CORBA::TCKind::tk_void; }

}  // namespace

boost::json::value exception_json(const CORBA::SystemException& raised) {
  constexpr const char* completed[] = {"COMPLETED_YES", "COMPLETED_NO", "COMPLETED_MAYBE"};
  return boost::json::object{{"exception", raised._rep_id()},
                             {"minor", raised.minor()},
                             {"completed", completed[std::min<std::size_t>(raised.completed(), 2)]},
                             {"text", words_of(raised)}};
}

PreparedCall::PreparedCall(const Signature& signature, const values::Converter& converter,
                           const std::vector<std::string>& arguments)
    : signature_(signature), converter_(converter) {
  const auto is_given = [](const Parameter& parameter) { return parameter.flags != CORBA::ARG_OUT; };
  const auto expected =
      static_cast<std::size_t>(std::count_if(signature.parameters.begin(), signature.parameters.end(), is_given));
  if (expected != arguments.size()) {
    throw UsageError("the operation " + signature.operation + " takes " + std::to_string(expected) +
                     (expected == 1 ? " argument (" : " arguments (") + list_of(signature) + "), not " +
                     std::to_string(arguments.size()));
  }
  std::size_t next = 0;
  for (const Parameter& parameter : signature.parameters) {
    if (!is_given(parameter)) {
      arguments_.emplace_back();
      continue;
    }
    const std::string place = "argument " + std::to_string(next + 1);
    try {
      const auto json = values::parse_json(arguments[next++], place);
      arguments_.push_back(converter.from_json(json, parameter.type, place));
    } catch (const values::ValueError& wrong) {
      throw UsageError(printable(wrong.what()));
    }
  }
}

PreparedCall::Outcome PreparedCall::invoke(const CORBA::object_reference<CORBA::Object>& object) const {
  const auto request = object->_request(signature_.operation);
  for (std::size_t index = 0; index < arguments_.size(); ++index) {
    const Parameter& parameter = signature_.parameters[index];
    if (parameter.flags == CORBA::ARG_OUT) {
      request->add_out_arg(parameter.name, parameter.type);
    } else {
      request->arguments()->add_value(parameter.name, arguments_[index], parameter.flags);
    }
  }
  request->set_return_type(signature_.result);
  for (const auto& exception : signature_.exceptions) request->exceptions()->add(exception);
  try {
    if (signature_.is_oneway) {
      request->send_oneway();
    } else {
      request->invoke();
    }
  } catch (const CORBA::UnknownUserException& raised) {
    const CORBA::Any& exception = raised.exception();
    return {false, boost::json::object{{"exception", std::string(exception._type()._description().id)},
                                       {"members", converter_.to_json(exception, "the exception")}}};
  } catch (const CORBA::SystemException& raised) {
    return {false, exception_json(raised)};
  }
  return {true, result_of(*request)};
}

boost::json::value PreparedCall::result_of(CORBA::Request& request) const {
  const auto has_name = [](const char* name) {
    return [name](const Parameter& parameter) { return parameter.flags != CORBA::ARG_IN && parameter.name == name; };
  };
  const auto& parameters = signature_.parameters;
  boost::json::object all;
  boost::json::value result;
  if (!is_void(signature_.result)) {
    result = converter_.to_json(request.return_value(), "the result");
    // No name of a parameter begins with '_'.
    const bool is_taken = std::any_of(parameters.begin(), parameters.end(), has_name("result"));
    all[is_taken ? "_result" : "result"] = result;
  }
  bool has_more = false;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (parameters[index].flags == CORBA::ARG_IN) continue;
    has_more = true;
    const auto item = request.arguments()->item(static_cast<std::uint32_t>(index));
    all[parameters[index].name] = converter_.to_json(item->value(), parameters[index].name);
  }
  return has_more ? boost::json::value(std::move(all)) : result;
}

}  // namespace dimma::tools::call
