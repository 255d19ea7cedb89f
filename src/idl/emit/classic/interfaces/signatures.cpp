#include "idl/emit/classic/interfaces/signatures.hpp"

#include <set>

#include "idl/emit/classic/types/argument_types.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"

namespace dimma::idl::classic {

std::string result_type(const cxx::Call& call) { return call.result == nullptr ? "void" : return_type(*call.result); }

std::string parameter_list(const cxx::Call& call) {
  std::vector<std::string> list;
  for (const cxx::CallParameter& each : call.parameters) {
    list.push_back(parameter_type(*each.type, each.direction) + " " + each.name);
  }
  return cxx::join(list, ", ");
}

std::string parameter_types(const cxx::Call& call) {
  std::vector<std::string> list;
  for (const cxx::CallParameter& each : call.parameters) list.push_back(parameter_type(*each.type, each.direction));
  return cxx::join(list, ", ");
}

std::string argument_list(const cxx::Call& call) {
  std::vector<std::string> list;
  for (const cxx::CallParameter& each : call.parameters) list.push_back(each.name);
  return cxx::join(list, ", ");
}

AsynchronousSignature asynchronous_signature(const Interface& interface, const cxx::Call& call,
                                             const cxx::VariableNames& names) {
  AsynchronousSignature signature;
  std::set<std::string> taken;
  for (const cxx::CallParameter& each : call.parameters) taken.insert(each.name);
  signature.handler = names.unique("ami_handler", taken);
  signature.parameters = cxx::scoped_name(*interface.reply_handler) + "_ptr " + signature.handler;
  for (const cxx::CallParameter& each : call.parameters) {
    if (each.direction == Direction::Out) continue;
    signature.arguments.push_back(each);
    signature.parameters += ", " + in_type(*each.type) + " " + each.name;
  }
  return signature;
}

}  // namespace dimma::idl::classic
